SELECT
    entry_id,
    kind,
    player,
    currency,
    stake,
    odds,
    winnings,
    because,
    occurred_at,
    entry_id IN (SELECT reverses FROM records WHERE type = 'reversal') AS reversed
FROM records
WHERE gaming_day = $day AND type = 'settlement' AND winnings >= $threshold
ORDER BY winnings DESC, entry_id
