INSERT INTO accounts
SELECT wager, entry, type, false AS now
FROM (SELECT regexp_replace(entry_id, '#[0-9]+$', '') AS wager, entry, type FROM read_parquet($paths, hive_partitioning = false))
SEMI JOIN placed USING (wager)
