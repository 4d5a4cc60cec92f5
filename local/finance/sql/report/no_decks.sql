CREATE TABLE decks (round VARCHAR, decks BIGINT)
