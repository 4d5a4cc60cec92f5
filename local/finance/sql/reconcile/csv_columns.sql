SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_csv($path, header = true, all_varchar = true, delim = $delimiter, quote = '"', hive_partitioning = false))
