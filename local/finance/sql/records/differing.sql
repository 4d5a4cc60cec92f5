SELECT entry_id
FROM {table} SEMI JOIN {table}_doubled USING (entry_id)
GROUP BY entry_id
HAVING count(DISTINCT md5(row({fields})::VARCHAR)) > 1
ORDER BY entry_id
LIMIT 1
