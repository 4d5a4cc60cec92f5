COPY (
    SELECT
        gaming_day,
        currency,
        site_id,
        table_id,
        shift,
        kind,
        coalesce(sum(sign(stake)) FILTER (outcome <> 'void'), 0)::HUGEINT AS wagers,
        coalesce(sum(stake) FILTER (outcome <> 'void'), 0)::HUGEINT AS handle,
        sum(house_win)::HUGEINT AS win,
        coalesce(sum(sign(stake)) FILTER (outcome = 'void'), 0)::HUGEINT AS voids
    FROM records
    WHERE gaming_day = $day
    GROUP BY ALL
    ORDER BY ALL
) TO $path (FORMAT csv, HEADER)
