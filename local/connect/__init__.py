"""For the people who connect a table: checking what it records, sending it, and trying a rule change on it."""
