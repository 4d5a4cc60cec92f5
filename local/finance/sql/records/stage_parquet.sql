INSERT INTO {table} ({fields}, file)
SELECT {read}, $path
FROM read_parquet($path, hive_partitioning = false)
WHERE type IS NULL OR NOT list_contains($passed_over, type)
