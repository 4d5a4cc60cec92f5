-- Which of the records lie in other closes, and whether they are still what was closed.
CREATE TABLE closed AS
SELECT
    records.entry_id,
    held.filename AS file,
    row({closed_facts}) IS NOT DISTINCT FROM row({record_facts}) AS same
FROM read_parquet($paths, filename = true, hive_partitioning = false) AS held
INNER JOIN records ON records.entry_id = held.entry_id
