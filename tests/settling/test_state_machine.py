"""A round and its corrections as a state machine: events in any order, repeated, to handlers that die, and looks.

After every step entries were only appended and sum to the standing one; in the end what stands is what all the
facts decide, on either store.
"""

import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from croupier.facts import RoundId
from croupier.settling.desks import handle, read_entry
from croupier.settling.watch import look
from croupier.stores.memory import MemoryStore
from croupier.stores.port import Store
from local import template
from local.lambdas import lambda_stack
from local.stack import DESKS, happened, heard_by
from tests.dealing import dealt_round
from tests.settling.accounts import accounts, check_accounts, check_decided
from tests.settling.test_interleaving import corrections
from tests.table_system import Entry

ROUND = RoundId("akl", "bj-07", "r-000123")
RULES = template.rules(template.load())
NUMBERS = st.integers(0, 2**32)


class Died(BaseException):
    """The execution environment is gone."""


class Mortal:
    """A store before whose call number ``dies_at`` the handler dies."""

    def __init__(self, store: Store, dies_at: int) -> None:
        self._store = store
        self._left = dies_at

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method: Callable[..., Any] = getattr(self._store, name)

        def call(*args: object, **kwargs: object) -> object:
            if self._left == 0:
                raise Died
            self._left -= 1
            return method(*args, **kwargs)

        return call


class RoundMachine(RuleBasedStateMachine):
    """One round on a store; ``opened`` says on which."""

    def __init__(self) -> None:
        super().__init__()
        self.exits = ExitStack()
        self.store = self.opened()
        self.pending: list[Entry] = []
        self.delivered: list[Entry] = []
        self.before = accounts(self.store, ROUND)

    def opened(self) -> Store:
        return MemoryStore()

    @initialize(deal=NUMBERS, rule_book=st.sampled_from(["au-1", "au-2", "nz-1996"]))
    def a_round_is_played_and_corrected(self, deal: int, rule_book: str) -> None:
        table = dealt_round(random.Random(deal), rule_book)
        corrections(random.Random(deal), table)
        self.pending = list(table.events)

    @precondition(lambda self: self.pending)
    @rule(chosen=NUMBERS)
    def an_event_arrives(self, chosen: int) -> None:
        entry = self.pending.pop(chosen % len(self.pending))
        self.delivered.append(entry)
        self.deliver(entry)

    @precondition(lambda self: len(self.pending) > 5)
    @rule(chosen=NUMBERS, many=st.integers(5, 40))
    def many_events_arrive(self, chosen: int, many: int) -> None:
        random.Random(chosen).shuffle(self.pending)
        for _ in range(min(many, len(self.pending))):
            self.an_event_arrives(0)

    @precondition(lambda self: self.delivered)
    @rule(chosen=NUMBERS)
    def an_event_arrives_again(self, chosen: int) -> None:
        self.deliver(self.delivered[chosen % len(self.delivered)])

    @precondition(lambda self: self.pending)
    @rule(chosen=NUMBERS, dies_at=st.integers(0, 8))
    def a_handler_dies_and_the_event_will_come_again(self, chosen: int, dies_at: int) -> None:
        entry = self.pending[chosen % len(self.pending)]
        for function in heard_by(RULES, entry):
            store: Any = Mortal(self.store, dies_at)
            try:
                handle(read_entry(entry), entry, DESKS[function], store, happened)
            except Died:
                continue

    @rule()
    def the_watch_looks(self) -> None:
        look(ROUND, self.store)

    @invariant()
    def entries_are_only_appended_and_sum_to_the_standing_one(self) -> None:
        after = accounts(self.store, ROUND)
        check_accounts(self.before, after)
        self.before = after

    def deliver(self, entry: Entry) -> None:
        event = read_entry(entry)
        for function in heard_by(RULES, entry):
            handle(event, entry, DESKS[function], self.store, happened)

    def teardown(self) -> None:
        while self.pending:
            self.an_event_arrives(0)
        self.entries_are_only_appended_and_sum_to_the_standing_one()
        check_decided(self.store, ROUND)
        # The watch finds nothing more to do.
        assert look(ROUND, self.store).entries == []
        self.exits.close()


class RoundOnDynamoDBMachine(RoundMachine):
    def opened(self) -> Store:
        return self.exits.enter_context(lambda_stack()).store


def test_whatever_happens_on_memory_what_stands_is_what_the_facts_decide() -> None:
    run = settings(max_examples=25, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(RoundMachine, settings=run)


@pytest.mark.slow
def test_whatever_happens_on_dynamodb_what_stands_is_what_the_facts_decide() -> None:
    run = settings(max_examples=8, stateful_step_count=15, deadline=None)
    run_state_machine_as_test(RoundOnDynamoDBMachine, settings=run)
