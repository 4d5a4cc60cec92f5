SELECT min(gaming_day) AS day FROM records
