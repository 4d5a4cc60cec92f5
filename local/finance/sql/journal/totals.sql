SELECT
    currency,
    account,
    sum(debit)::HUGEINT AS debit,
    sum(credit)::HUGEINT AS credit
FROM read_parquet($journal, hive_partitioning = false)
GROUP BY currency, account
ORDER BY currency, account
