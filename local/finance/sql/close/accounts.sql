-- The closed entries of wagers: "now" by this close, otherwise by one of an earlier day.
CREATE TABLE accounts (wager VARCHAR, entry BIGINT, type VARCHAR, now BOOLEAN);
INSERT INTO accounts
SELECT regexp_replace(entry_id, '#[0-9]+$', '') AS wager, entry, type, true AS now
FROM records
SEMI JOIN placed ON placed.wager = regexp_replace(entry_id, '#[0-9]+$', '')
