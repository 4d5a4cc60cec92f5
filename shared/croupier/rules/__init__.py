"""The rule books and what they make of a wager. Rules see cards and facts: no money, clock, AWS or JSON."""
