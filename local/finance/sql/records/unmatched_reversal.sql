SELECT reversal.entry_id
FROM {table} AS reversal
INNER JOIN {table} AS undone ON undone.entry_id = reversal.reverses
WHERE
    reversal.type = 'reversal'
    AND (
        undone.type <> 'settlement'
        OR reversal.currency <> undone.currency
        OR reversal.tender <> undone.tender
        OR reversal.kind <> undone.kind
        OR reversal.stake <> -undone.stake
        OR reversal.returned <> -undone.returned
    )
ORDER BY reversal.entry_id
LIMIT 1
