SELECT coalesce(sum(times - 1), 0) FROM {table}_doubled
