SELECT {columns} FROM {table} WHERE key = $key
