CREATE TABLE {table} AS
SELECT entry_id AS key, {columns} FROM {records} WHERE {chosen}
