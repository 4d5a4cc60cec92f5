WITH numbered AS (
    SELECT file_row_number + 1 AS position, {read}
    FROM read_parquet($path, file_row_number = true, hive_partitioning = false)
),
checked AS (
    SELECT position, {fault} AS fault, to_json(numbered) AS held
    FROM numbered
    WHERE type IS NULL OR NOT list_contains($passed_over, type)
)
SELECT position, fault.field AS field, fault.wrong AS wrong, coalesce(held ->> fault.field, 'missing') AS value
FROM checked
WHERE fault IS NOT NULL
ORDER BY position
LIMIT 1
