SELECT
    count(*) FILTER (verdict = 'matched') AS matched,
    count(*) FILTER (verdict = 'missing-in-a') AS missing_in_a,
    count(*) FILTER (verdict = 'missing-in-b') AS missing_in_b,
    count(*) FILTER (verdict = 'different') AS different
FROM compared
