CREATE TABLE closed (entry_id VARCHAR, file VARCHAR, same BOOLEAN)
