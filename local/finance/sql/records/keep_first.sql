DELETE FROM {table}
WHERE entry_id IN (SELECT entry_id FROM {table}_doubled) AND rowid NOT IN (
    SELECT min(rowid) FROM {table} SEMI JOIN {table}_doubled USING (entry_id) GROUP BY entry_id
)
