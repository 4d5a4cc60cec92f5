SELECT file FROM {table} WHERE ({fault}) IS NOT NULL GROUP BY file ORDER BY file LIMIT 1
