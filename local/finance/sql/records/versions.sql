SELECT DISTINCT {fields} FROM {table} WHERE entry_id = $entry_id ORDER BY ALL LIMIT 2
