SELECT entry_id, min(file) AS file, bool_and(same) AS same
FROM closed
GROUP BY entry_id
HAVING count(*) > 1 OR NOT bool_and(same)
ORDER BY entry_id
LIMIT 1
