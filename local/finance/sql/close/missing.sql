-- A wager's entries are numbered without gaps: what lies below one that is taken, and is not there.
WITH held AS (
    SELECT
        regexp_replace(entry_id, '#[0-9]+$', '') AS wager,
        entry,
        gaming_day <= $day AND entry_id NOT IN (SELECT entry_id FROM closed) AS taken
    FROM records
),
known AS (
    SELECT wager, entry, taken FROM held
    UNION ALL
    SELECT wager, entry, false FROM numbers ANTI JOIN held USING (wager, entry)
),
gaps AS (
    SELECT wager, max(entry) FILTER (taken) AS last, list(entry) AS entries
    FROM known
    GROUP BY wager
    HAVING count(*) < max(entry)
)
SELECT concat(wager, '#', number) AS entry_id, count(*) OVER () AS total
FROM (SELECT wager, entries, unnest(range(1, last)) AS number FROM gaps)
WHERE NOT list_contains(entries, number)
ORDER BY wager, number
LIMIT 100
