-- A wager's standing result: its last entry, unless that is a reversal.
CREATE TABLE {table} AS
SELECT concat_ws('/', {key}) AS key, {columns}
FROM {records}
WHERE {chosen}
QUALIFY entry = max(entry) OVER (PARTITION BY site_id, table_id, round_id, wager_id) AND type = 'settlement'
