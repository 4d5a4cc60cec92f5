INSERT INTO {table} ({fields}, file)
SELECT {read}, filename
FROM read_json(
    $paths,
    format = 'newline_delimited',
    hive_partitioning = false,
    columns = {{{types}}},
    filename = true,
    maximum_object_size = 16777216
)
WHERE type IS NULL OR NOT list_contains($passed_over, type)
