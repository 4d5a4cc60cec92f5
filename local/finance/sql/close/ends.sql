SELECT
    arg_min(entry_id, struct_pack(posted_at, entry_id)) AS first_entry,
    min(posted_at) AS first_posted_at,
    arg_max(entry_id, struct_pack(posted_at, entry_id)) AS last_entry,
    max(posted_at) AS last_posted_at,
    count(*) AS entries,
    count(*) FILTER (gaming_day = $day) AS of_the_day,
    count(*) FILTER (gaming_day < $day) AS of_earlier_days,
    count(*) FILTER (type = 'reversal') AS reversals,
    count(*) FILTER (type = 'settlement' AND outcome = 'void') AS voids,
    count(DISTINCT concat(site_id, '/', table_id, '/', round_id)) AS rounds
FROM records
