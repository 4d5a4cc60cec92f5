SELECT
    authorised_by,
    second,
    currency,
    count(DISTINCT concat(site_id, '/', table_id, '/', round_id, '/', decided_by)) AS corrections,
    count(*) FILTER (type = 'reversal') AS reversed,
    count(*) FILTER (type = 'settlement') AS settled,
    sum(returned)::HUGEINT AS to_players,
    sum(house_win)::HUGEINT AS to_house
FROM records
WHERE gaming_day = $day AND authorised_by IS NOT NULL
GROUP BY authorised_by, second, currency
ORDER BY authorised_by, second NULLS FIRST, currency
