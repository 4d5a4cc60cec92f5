COPY (SELECT * FROM read_parquet($journal)) TO $path (FORMAT csv, HEADER)
