"""The desk beside the tables: corrections drafted, shown in money and sent; suspects; the history of a wager."""
