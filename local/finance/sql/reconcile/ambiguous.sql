SELECT key FROM {table} GROUP BY key HAVING count(*) > 1 ORDER BY key LIMIT 1
