-- What was settled, what was returned as void and what was reversed, apart; class is NULL over all of them.
SELECT
    CASE
        WHEN grouping(site_id) = 0 AND grouping(table_id) = 1 THEN 'site'
        WHEN grouping(table_id) = 0 THEN 'table'
        WHEN grouping(kind) = 0 THEN 'kind'
        WHEN grouping(tender) = 0 THEN 'tender'
        WHEN grouping(gaming_day) = 0 THEN 'gaming_day'
        ELSE 'currency'
    END AS level,
    currency,
    site_id,
    table_id,
    kind,
    tender,
    gaming_day,
    class,
    count(*) AS entries,
    sum(stake)::HUGEINT AS stake,
    sum(winnings)::HUGEINT AS winnings,
    sum(returned)::HUGEINT AS returned,
    sum(house_win)::HUGEINT AS house_win
FROM (
    SELECT
        *,
        CASE WHEN type = 'reversal' THEN 'reversal' WHEN outcome = 'void' THEN 'void' ELSE 'settled' END AS class
    FROM records
)
GROUP BY GROUPING SETS (
    (currency, class), (currency),
    (currency, site_id, class), (currency, site_id),
    (currency, site_id, table_id, class), (currency, site_id, table_id),
    (currency, kind, class), (currency, kind),
    (currency, tender, class), (currency, tender),
    (currency, gaming_day, class), (currency, gaming_day)
)
ORDER BY level, currency, site_id, table_id, kind, tender, gaming_day, class NULLS LAST
