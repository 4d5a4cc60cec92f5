SELECT
    kind,
    rule_book,
    decks,
    currency,
    sum(wagers)::BIGINT AS wagers,
    sum(stake)::HUGEINT AS handle,
    sum(win)::HUGEINT AS win
FROM exposures
GROUP BY kind, rule_book, decks, currency
ORDER BY currency, kind, rule_book, decks NULLS LAST
