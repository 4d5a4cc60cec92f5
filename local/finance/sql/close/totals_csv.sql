COPY (
    SELECT
        gaming_day,
        currency,
        site_id,
        table_id,
        kind,
        tender,
        CASE WHEN type = 'reversal' THEN 'reversal' WHEN outcome = 'void' THEN 'void' ELSE 'settled' END AS class,
        count(*) AS entries,
        sum(stake)::HUGEINT AS stake,
        sum(winnings)::HUGEINT AS winnings,
        sum(returned)::HUGEINT AS returned,
        sum(house_win)::HUGEINT AS house_win
    FROM records
    GROUP BY ALL
    ORDER BY ALL
) TO $path (FORMAT csv, HEADER)
