WHEN CASE type WHEN 'settlement' THEN stake ELSE -stake END < 1
    THEN struct_pack(field := 'stake', wrong := 'is above 0 in a settlement and below it in a reversal')
WHEN
    CASE outcome
        WHEN 'win' THEN CASE type WHEN 'settlement' THEN winnings ELSE -winnings END < 0
        ELSE winnings <> 0
    END
    THEN struct_pack(field := 'winnings', wrong := 'has the stake''s sign, and is 0 unless it is a win')
WHEN returned <> CASE outcome WHEN 'lose' THEN 0 ELSE stake + winnings END
    THEN struct_pack(field := 'returned', wrong := 'is stake and winnings together, and 0 where the wager is lost')
WHEN house_win <> stake - returned
    THEN struct_pack(field := 'house_win', wrong := 'is stake less returned')
