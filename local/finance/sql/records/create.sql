CREATE TABLE {table} ({columns}, file VARCHAR)
