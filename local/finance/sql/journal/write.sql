COPY ({lines}) TO $path (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)
