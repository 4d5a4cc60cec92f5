SELECT
    kind,
    currency,
    coalesce(sum(in_a), 0)::HUGEINT AS in_a,
    coalesce(sum(in_b), 0)::HUGEINT AS in_b,
    (coalesce(sum(in_b), 0) - coalesce(sum(in_a), 0))::HUGEINT AS net
FROM compared
GROUP BY kind, currency
ORDER BY kind, currency
