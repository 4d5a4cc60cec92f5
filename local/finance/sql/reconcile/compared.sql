CREATE TABLE compared AS
SELECT
    coalesce(a.key, b.key) AS key,
    CASE
        WHEN a.key IS NULL THEN 'missing-in-a'
        WHEN b.key IS NULL THEN 'missing-in-b'
        WHEN {same} THEN 'matched'
        ELSE 'different'
    END AS verdict,
    {kind} AS kind,
    {currency} AS currency,
    a.returned AS in_a,
    b.returned AS in_b
FROM a
FULL JOIN b ON a.key = b.key
