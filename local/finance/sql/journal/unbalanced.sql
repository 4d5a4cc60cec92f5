SELECT entry_id
FROM read_parquet($journal, hive_partitioning = false)
GROUP BY entry_id
HAVING sum(debit) <> sum(credit)
ORDER BY entry_id
LIMIT 1
