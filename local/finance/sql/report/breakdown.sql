-- Void wagers are returned whole: they count in no handle. A reversal takes out what its entry had put in.
SELECT
    CASE
        WHEN grouping(table_id) = 0 THEN 'table'
        WHEN grouping(site_id) = 0 THEN 'site'
        WHEN grouping(shift) = 0 THEN 'shift'
        WHEN grouping(kind) = 0 THEN 'kind'
        ELSE 'all'
    END AS level,
    currency,
    site_id,
    table_id,
    shift,
    kind,
    coalesce(sum(sign(stake)) FILTER (outcome <> 'void'), 0)::HUGEINT AS wagers,
    coalesce(sum(stake) FILTER (outcome <> 'void'), 0)::HUGEINT AS handle,
    sum(house_win)::HUGEINT AS win,
    coalesce(sum(sign(stake)) FILTER (outcome = 'void'), 0)::HUGEINT AS voids
FROM (SELECT * REPLACE (coalesce(shift, 'not told') AS shift) FROM records WHERE gaming_day = $day)
GROUP BY GROUPING SETS (
    (currency), (currency, site_id), (currency, site_id, table_id), (currency, shift), (currency, kind)
)
ORDER BY currency, level, site_id, table_id, shift, kind
