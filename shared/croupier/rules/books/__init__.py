"""The rule books, one module each: ``BOOK``. The library finds them; adding one changes nothing else."""
