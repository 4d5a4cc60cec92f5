SELECT position, fault.field AS field, fault.wrong AS wrong, to_json({table}_rows) ->> fault.field AS value
FROM (
    SELECT
        {table}_rows,
        position,
        CASE
            {checks}
        END AS fault
    FROM {table}_rows
)
WHERE fault IS NOT NULL
ORDER BY position
LIMIT 1
