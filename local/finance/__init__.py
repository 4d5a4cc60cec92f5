"""Finance's commands: the journal, the day's close, reconciliation and the day's report, all by DuckDB."""
