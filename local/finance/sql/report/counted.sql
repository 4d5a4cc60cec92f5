-- Win by count beside the win that was settled, of the tables and shifts that were counted.
WITH settled AS (
    SELECT site_id, table_id, {shift} AS shift, currency, sum(house_win)::HUGEINT AS win
    FROM records
    WHERE gaming_day = $day
    GROUP BY ALL
)
SELECT
    counted.site_id,
    counted.table_id,
    counted.shift,
    counted.currency,
    counted.opener,
    counted.closer,
    counted.fills,
    counted.credits,
    counted."drop" AS dropped,
    counted.closer + counted.credits + counted."drop" - counted.opener - counted.fills AS counted_win,
    coalesce(settled.win, 0)::HUGEINT AS settled_win
FROM (
    SELECT
        site_id,
        table_id,
        {counted_shift} AS shift,
        currency,
        CAST("drop" AS HUGEINT) AS "drop",
        CAST(opener AS HUGEINT) AS opener,
        CAST(closer AS HUGEINT) AS closer,
        CAST(fills AS HUGEINT) AS fills,
        CAST(credits AS HUGEINT) AS credits
    FROM counts_rows
) AS counted
LEFT JOIN settled USING (site_id, table_id, shift, currency)
ORDER BY counted.currency, counted.site_id, counted.table_id, counted.shift
