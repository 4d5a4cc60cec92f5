-- The decks that the tables said they were dealing from.
INSERT INTO decks
SELECT round, min(decks) AS decks
FROM (
    SELECT
        concat_ws('/', detail ->> '$.round.site_id', detail ->> '$.round.table_id', detail ->> '$.round.round_id')
            AS round,
        TRY_CAST(detail ->> '$.data.decks' AS BIGINT) AS decks
    FROM read_json(
        $paths,
        format = 'newline_delimited',
        hive_partitioning = false,
        maximum_object_size = 16777216,
        columns = {{source: 'VARCHAR', "detail-type": 'VARCHAR', detail: 'JSON'}}
    )
    WHERE "detail-type" = 'RoundOpened' AND starts_with(source, 'blackjack.table.')
)
WHERE round IS NOT NULL AND decks BETWEEN 1 AND 100
GROUP BY round
HAVING count(DISTINCT decks) = 1
