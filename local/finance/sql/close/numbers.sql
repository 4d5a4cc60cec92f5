-- The closed entries of the wagers that seem to have gaps.
INSERT INTO numbers
SELECT wager, entry
FROM (SELECT regexp_replace(entry_id, '#[0-9]+$', '') AS wager, entry FROM read_parquet($paths, hive_partitioning = false))
SEMI JOIN (
    SELECT regexp_replace(entry_id, '#[0-9]+$', '') AS wager
    FROM records
    GROUP BY wager
    HAVING count(*) < max(entry)
) USING (wager)
