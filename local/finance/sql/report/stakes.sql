SELECT stake, count(*) AS times
FROM exposures
WHERE kind = $kind AND rule_book = $rule_book AND decks IS NOT DISTINCT FROM $decks AND currency = $currency
GROUP BY stake
ORDER BY stake
