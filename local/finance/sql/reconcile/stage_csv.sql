CREATE TABLE {table}_rows AS
SELECT row_number() OVER () AS position, {read} FROM read_csv($path, header = true, all_varchar = true, delim = $delimiter, quote = '"', hive_partitioning = false)
