"""Where the record is kept: the port, and its adapters."""
