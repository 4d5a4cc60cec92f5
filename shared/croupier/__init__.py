"""Croupier settles blackjack wagers under the licensed rule book.

The direction of imports: ``runtime`` > ``settling`` > ``stores``, ``events``, ``rules`` > the vocabulary
(``cards``, ``hands``, ``money``, ``wagers``, ``facts``, ``round``, ``ledger``).
"""
