COPY (SELECT {fields} FROM {table} WHERE gaming_day {which} $day ORDER BY entry_id)
TO $path (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)
