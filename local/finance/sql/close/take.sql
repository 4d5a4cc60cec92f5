DELETE FROM records WHERE gaming_day > $day OR entry_id IN (SELECT entry_id FROM closed)
