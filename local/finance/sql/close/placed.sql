-- The wagers that the tables told by the end of the day; of a corrected stake the latest revision.
CREATE TABLE placed AS
WITH told AS (
    SELECT
        "detail-type" = 'WagersPlaced' AS is_placing,
        concat_ws('/', detail ->> '$.round.site_id', detail ->> '$.round.table_id', detail ->> '$.round.round_id')
            AS round,
        detail ->> '$.round.currency' AS currency,
        detail ->> '$.metadata.gaming_day' AS day,
        TRY_CAST(detail ->> '$.data.revision' AS BIGINT) AS revision,
        TRY_CAST(detail ->> '$.metadata.sequence' AS BIGINT) AS sequence,
        unnest(TRY_CAST(detail -> '$.data.wagers' AS JSON[])) AS told
    FROM read_json(
        $paths,
        format = 'newline_delimited',
        hive_partitioning = false,
        maximum_object_size = 16777216,
        columns = {{source: 'VARCHAR', "detail-type": 'VARCHAR', detail: 'JSON'}}
    )
    WHERE
        ("detail-type" = 'WagersPlaced' AND starts_with(source, 'blackjack.table.'))
        OR ("detail-type" = 'WagersCorrected' AND starts_with(source, 'blackjack.supervisor.'))
),
wagers AS (
    SELECT
        *,
        concat(round, '/', told ->> 'wager_id') AS wager,
        TRY_CAST(told ->> 'amount' AS BIGINT) AS stake
    FROM told
    WHERE day <= $day
),
first AS (
    SELECT wager, min(day) AS day, arg_min(currency, sequence) AS currency, arg_min(stake, sequence) AS stake
    FROM wagers
    WHERE is_placing AND stake > 0
    GROUP BY wager
),
corrected AS (
    SELECT
        wager,
        arg_max(stake, revision) AS stake,
        arg_max(stake, revision) FILTER (day < $day) AS stake_before
    FROM wagers
    WHERE NOT is_placing AND stake > 0
    GROUP BY wager
)
SELECT
    first.wager,
    first.day,
    first.currency,
    coalesce(corrected.stake_before, first.stake) AS stake_at_start,
    coalesce(corrected.stake, first.stake) AS stake_at_end
FROM first
LEFT JOIN corrected USING (wager)
