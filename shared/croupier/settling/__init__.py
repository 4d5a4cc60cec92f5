"""Settling: record the event's facts, read, decide, post (design idea 3)."""
