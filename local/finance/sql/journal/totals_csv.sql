COPY (
    SELECT
        currency, site_id, gaming_day, account, sum(debit)::HUGEINT AS debit, sum(credit)::HUGEINT AS credit
    FROM read_parquet($journal, hive_partitioning = false)
    GROUP BY currency, site_id, gaming_day, account
    ORDER BY currency, site_id, gaming_day, account
) TO $path (FORMAT csv, HEADER)
