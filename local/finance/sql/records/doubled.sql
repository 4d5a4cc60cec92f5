CREATE TABLE {table}_doubled AS
SELECT entry_id, count(*) AS times FROM {table} GROUP BY entry_id HAVING count(*) > 1
