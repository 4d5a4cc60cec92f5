-- Three lines an entry; a line of nothing is none. The same figures do for a reversal, whose signs are opposite:
-- only what had been due is then owed back, on an account of its own.
SELECT
    entry_id,
    line.number AS line,
    gaming_day,
    site_id,
    table_id,
    round_id,
    kind,
    player,
    tender,
    currency,
    line.account AS account,
    greatest(line.amount, 0) AS debit,
    greatest(-line.amount, 0) AS credit
FROM (
    SELECT
        *,
        unnest([
            struct_pack(number := 1, account := concat(purse, 'wagers-in-play'), amount := stake),
            struct_pack(
                number := 2,
                account := CASE type WHEN 'settlement' THEN 'due-to-players' ELSE 'due-from-players' END,
                amount := -returned
            ),
            struct_pack(number := 3, account := concat(purse, 'gaming-win'), amount := -house_win)
        ]) AS line
    FROM (
        SELECT *, CASE tender WHEN 'promotional' THEN 'promotional-' ELSE '' END AS purse
        FROM {entries}
    )
)
WHERE line.amount <> 0
