-- On one thread rows are numbered in the file's order; empty lines are no rows.
WITH numbered AS (
    SELECT row_number() OVER () AS position, {read}
    FROM read_json(
        $path,
        format = 'newline_delimited',
        hive_partitioning = false,
        columns = {{{types}}},
        maximum_object_size = 16777216
    )
),
checked AS (
    SELECT position, {fault} AS fault
    FROM numbered
    WHERE type IS NULL OR NOT list_contains($passed_over, type)
)
SELECT position, fault.field AS field, fault.wrong AS wrong, NULL AS value
FROM checked
WHERE fault IS NOT NULL
ORDER BY position
LIMIT 1
