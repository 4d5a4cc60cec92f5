-- A wager's entries are numbered without gaps: what lies below one that is taken, and is not there. However far
-- apart two numbers are, no more than a hundred between them are written out.
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
suspect AS (
    SELECT wager, max(entry) FILTER (taken) AS last, list(entry) AS entries
    FROM known
    GROUP BY wager
    HAVING count(*) < max(entry)
),
gaps AS (
    SELECT wager, last, entries, last - len(list_filter(entries, lambda number: number <= last)) AS lacking
    FROM suspect
    WHERE last IS NOT NULL
)
SELECT concat(wager, '#', number) AS entry_id, (SELECT sum(lacking) FROM gaps)::BIGINT AS total
FROM (SELECT wager, entries, last, unnest(range(1, least(last, len(entries) + 101))) AS number FROM gaps)
WHERE NOT list_contains(entries, number)
ORDER BY wager, number
LIMIT 100
