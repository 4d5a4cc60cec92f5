-- The side wagers of the day's own rounds as they stand at its end. Wagers on the same cards (one box; for insurance
-- the dealer's) win and lose together: they are one exposure. How many exposures there are of each stake is all that
-- a band needs.
CREATE TABLE exposures AS
SELECT
    kind,
    rule_book,
    decks,
    currency,
    site_id,
    table_id,
    round_id,
    CASE kind WHEN 'insurance' THEN 0 ELSE box END AS box,
    count(*) AS wagers,
    sum(stake)::HUGEINT AS stake,
    sum(house_win)::HUGEINT AS win
FROM (
    SELECT entries.*, coalesce(told.decks, $decks) AS decks
    FROM records AS entries
    LEFT JOIN decks AS told ON told.round = concat(site_id, '/', table_id, '/', round_id)
    WHERE
        gaming_day = $day
        AND round_gaming_day = $day
        AND kind IN ('super-sevens', 'perfect-pairs', 'insurance')
    QUALIFY
        entry = max(entry) OVER (PARTITION BY site_id, table_id, round_id, wager_id)
        AND type = 'settlement'
        AND outcome <> 'void'
)
GROUP BY ALL
