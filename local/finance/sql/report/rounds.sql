SELECT count(DISTINCT concat(site_id, '/', table_id, '/', round_id)) AS rounds FROM records WHERE gaming_day = $day
