COPY (SELECT * FROM read_parquet($journal, hive_partitioning = false)) TO $path (FORMAT csv, HEADER)
