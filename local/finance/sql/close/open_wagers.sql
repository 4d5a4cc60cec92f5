-- Placed, and the last of its closed entries is no settlement.
WITH standing AS (
    SELECT
        wager,
        arg_max(type, entry) FILTER (NOT now) = 'settlement' AS at_start,
        arg_max(type, entry) = 'settlement' AS at_end
    FROM accounts
    GROUP BY wager
),
wagers AS (
    SELECT
        currency,
        stake_at_start,
        stake_at_end,
        day < $day AND NOT coalesce(standing.at_start, false) AS at_start,
        NOT coalesce(standing.at_end, false) AS at_end
    FROM placed
    LEFT JOIN standing USING (wager)
)
SELECT
    currency,
    count(*) FILTER (at_start) AS wagers_at_start,
    coalesce(sum(stake_at_start) FILTER (at_start), 0)::HUGEINT AS stake_at_start,
    count(*) FILTER (at_end) AS wagers_at_end,
    coalesce(sum(stake_at_end) FILTER (at_end), 0)::HUGEINT AS stake_at_end
FROM wagers
GROUP BY currency
ORDER BY currency
