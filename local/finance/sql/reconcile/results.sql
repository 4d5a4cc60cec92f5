CREATE TABLE {table}_read AS
SELECT concat_ws('/', {key}) AS key, {columns} FROM {table}_rows
