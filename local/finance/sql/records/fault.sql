-- The first thing that is wrong with a record (contract, section 2), or NULL.
CASE
    WHEN coalesce(type NOT IN ('settlement', 'reversal'), true)
        THEN struct_pack(field := 'type', wrong := 'is settlement or reversal, or a notice''s name')
    WHEN NOT coalesce(regexp_full_match(schema_version, '1([.][0-9]+)*'), false)
        THEN struct_pack(field := 'schema_version', wrong := 'is 1, or a minor version of it')
    WHEN NOT coalesce(regexp_full_match(site_id, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'site_id', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN NOT coalesce(regexp_full_match(table_id, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'table_id', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN NOT coalesce(regexp_full_match(round_id, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'round_id', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN NOT coalesce(regexp_full_match(wager_id, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'wager_id', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN NOT coalesce(regexp_full_match(player, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'player', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN NOT coalesce(regexp_full_match(kind, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'kind', wrong := 'is the name of a kind of wager')
    WHEN NOT coalesce(regexp_full_match(rule_book, '[A-Za-z0-9._-]{{1,64}}'), false)
        THEN struct_pack(field := 'rule_book', wrong := 'is an identifier of up to 64 letters, digits, . _ -')
    WHEN coalesce(entry < 1, true)
        THEN struct_pack(field := 'entry', wrong := 'is a whole number from 1')
    WHEN coalesce(entry_id <> concat(site_id, '/', table_id, '/', round_id, '/', wager_id, '#', entry), true)
        THEN struct_pack(field := 'entry_id', wrong := 'is <site>/<table>/<round>/<wager>#<entry>')
    WHEN type = 'settlement' AND reverses IS NOT NULL
        THEN struct_pack(field := 'reverses', wrong := 'is null in a settlement')
    WHEN
        type = 'reversal'
        AND coalesce(
            NOT starts_with(reverses, concat(site_id, '/', table_id, '/', round_id, '/', wager_id, '#'))
            OR coalesce(TRY_CAST(split_part(reverses, '#', 2) AS BIGINT) NOT BETWEEN 1 AND entry - 1, true),
            true
        )
        THEN struct_pack(field := 'reverses', wrong := 'is an earlier entry of the same wager in a reversal')
    WHEN coalesce(tender NOT IN ('chips', 'credit', 'promotional'), true)
        THEN struct_pack(field := 'tender', wrong := 'is chips, credit or promotional')
    WHEN coalesce(outcome NOT IN ('win', 'lose', 'stand-off', 'void'), true)
        THEN struct_pack(field := 'outcome', wrong := 'is win, lose, stand-off or void')
    WHEN NOT coalesce(regexp_full_match(currency, '[A-Z]{{3}}'), false)
        THEN struct_pack(field := 'currency', wrong := 'is a currency''s three letters (ISO 4217)')
    WHEN coalesce(strftime(TRY_CAST(gaming_day AS DATE), '%Y-%m-%d') <> gaming_day, true)
        THEN struct_pack(field := 'gaming_day', wrong := 'is a day, as in 2026-11-28')
    WHEN coalesce(strftime(TRY_CAST(round_gaming_day AS DATE), '%Y-%m-%d') <> round_gaming_day, true)
        THEN struct_pack(field := 'round_gaming_day', wrong := 'is a day, as in 2026-11-28')
    WHEN NOT coalesce(regexp_full_match(
        occurred_at, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}[.][0-9]{{3}}Z'
    ), false)
        THEN struct_pack(field := 'occurred_at', wrong := 'is RFC 3339 in UTC with milliseconds')
    WHEN NOT coalesce(regexp_full_match(
        posted_at, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}[.][0-9]{{3}}Z'
    ), false)
        THEN struct_pack(field := 'posted_at', wrong := 'is RFC 3339 in UTC with milliseconds')
    WHEN box IS NULL
        THEN struct_pack(field := 'box', wrong := 'is a whole number')
    WHEN hand IS NULL
        THEN struct_pack(field := 'hand', wrong := 'is a whole number')
    WHEN decided_by IS NULL
        THEN struct_pack(field := 'decided_by', wrong := 'is the id of an event')
    WHEN because IS NULL
        THEN struct_pack(field := 'because', wrong := 'is a sentence')
    WHEN stake IS NULL
        THEN struct_pack(field := 'stake', wrong := 'is a whole number of minor units')
    WHEN winnings IS NULL
        THEN struct_pack(field := 'winnings', wrong := 'is a whole number of minor units')
    WHEN returned IS NULL
        THEN struct_pack(field := 'returned', wrong := 'is a whole number of minor units')
    WHEN house_win IS NULL
        THEN struct_pack(field := 'house_win', wrong := 'is a whole number of minor units')
    {figures}
END
