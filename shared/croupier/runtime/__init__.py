"""What a Lambda function is built from, once per cold start: settings, store, logger; and its metrics."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TypeAlias

import boto3
from aws_lambda_powertools import Logger, single_metric
from aws_lambda_powertools.metrics import MetricUnit

from croupier.events.parsing import Event
from croupier.facts import Seen
from croupier.ledger import NoticeType
from croupier.settling.cashier import Posted
from croupier.settling.desks import handle, read_entry
from croupier.settling.house import House, written
from croupier.settling.watch import watch
from croupier.stores.dynamodb import DynamoDBStore, client_config
from croupier.wagers import Desk

BusEvent: TypeAlias = Mapping[str, object]
"""An EventBridge event as Lambda hands it over: the entry, with AWS's own fields around it."""

NAMESPACE = "Croupier"
TIME_FOR_A_ROUND = 10_000
"""Milliseconds in which a round is certainly looked at, retries included."""

MILLISECOND = timedelta(milliseconds=1)

logger = Logger(service="croupier")


class MissingSetting(RuntimeError):
    """The function's environment lacks a variable that the template sets."""


def setting(environment: Mapping[str, str], name: str) -> str:
    """A variable of an environment.

    Raises:
        MissingSetting: it is not set.
    """
    if name not in environment:
        raise MissingSetting(f"the environment variable {name} is not set")
    return environment[name]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the template tells a function through its environment."""

    table_name: str
    large_win: int

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings in an environment.

        Raises:
            MissingSetting: a variable is not set, or is no amount.
        """
        table_name, large_win = setting(environment, "TABLE_NAME"), setting(environment, "LARGE_WIN")
        try:
            return cls(table_name, int(large_win))
        except ValueError:
            raise MissingSetting(
                f"the environment variable LARGE_WIN is {large_win!r}, not an amount in minor units"
            ) from None

    @property
    def house(self) -> House:
        return House(large_win=self.large_win)


@cache
def settings() -> Settings:
    """The settings of this execution environment."""
    return Settings.of(os.environ)


@cache
def store() -> DynamoDBStore:
    """The one store of this execution environment."""
    return DynamoDBStore(boto3.client("dynamodb", config=client_config()), settings().table_name)


def now(_: Seen | None = None) -> str:
    """The time at which an entry is posted: for measuring and closing, never for deciding."""
    return written(datetime.now(UTC))


clock: Callable[[Seen], str] = now
"""What ``posted_at`` shows. A replay sets it to the time of the event."""


def settle(desk: Desk, entry: BusEvent) -> Posted:
    """Handle one event at a desk, with the ids of its round on every log line and its outcome in the metrics."""
    event = read_entry(entry)
    if isinstance(event, Event):
        logger.append_keys(
            site_id=event.round_id.site_id,
            table_id=event.round_id.table_id,
            round_id=event.round_id.round_id,
            event_id=event.seen.event_id,
            event_name=event.name,
        )
    posted = handle(event, entry, desk, store(), clock, settings().house)
    _report(posted)
    return posted


def watch_rounds(time_left: Callable[[], int]) -> None:
    """Look at every round that is due, as long as there is time; one that cannot be looked at stops no other.

    ``time_left``: milliseconds to the end of this invocation. What is not reached is looked at the next time.
    """
    at, failed = now(), 0
    for round_id in store().rounds_due(at):
        if time_left() < TIME_FOR_A_ROUND:
            logger.warning("no time left to look at every round that is due", next_round=str(round_id))
            break
        logger.append_keys(site_id=round_id.site_id, table_id=round_id.table_id, round_id=round_id.round_id)
        try:
            due = store().read_due(round_id)
            posted = Posted() if due is None else watch(due, store(), at, settings().house)
        except Exception:  # whatever is wrong with one round, the others are looked at
            logger.exception("round not looked at")
            failed += 1
            continue
        _report(posted)
        for record, _ in posted.entries:
            count("SettledByTheWatch", kind=str(record.wager.kind))
            # Alarms look at a metric as a whole, the dashboard by kind.
            count("WagersSettledByTheWatch")
    count("RoundsNotLookedAt", failed)


def _report(posted: Posted) -> None:
    """One log line and one metric for everything that was added to the record."""
    for record, entry in posted.entries:
        wager, provenance = record.wager, entry.provenance
        logger.info(
            "wager settled",
            wager_id=wager.wager_id,
            kind=str(wager.kind),
            outcome=entry.outcome,
            clause=entry.clause,
            entry=entry.number,
        )
        count("WagersSettled", kind=str(wager.kind), outcome=str(entry.outcome))
        took = datetime.fromisoformat(provenance.posted_at) - datetime.fromisoformat(provenance.occurred_at)
        _measure("EventToEntry", MetricUnit.Milliseconds, took // MILLISECOND, kind=str(wager.kind))
        _measure("EventToAnyEntry", MetricUnit.Milliseconds, took // MILLISECOND)
    for notice in posted.notices:
        logger.warning(notice.because, notice=notice.type, field=notice.field, value=notice.value)
        count(_COUNTED[notice.type])


_COUNTED = {
    NoticeType.EVENT_REJECTED: "EventsRejected",
    NoticeType.ROUND_UNDER_REVIEW: "RoundsUnderReview",
    NoticeType.WAGER_REFUSED: "WagersRefused",
    NoticeType.WAGER_QUESTIONED: "WagersQuestioned",
    NoticeType.LARGE_WIN: "LargeWins",
    NoticeType.WAGER_OVERDUE: "WagersOverdue",
}


def count(name: str, value: int = 1, **dimensions: str) -> None:
    """Count something in the metrics."""
    _measure(name, MetricUnit.Count, value, **dimensions)


def _measure(name: str, unit: MetricUnit, value: int, **dimensions: str) -> None:
    with single_metric(name=name, unit=unit, value=value, namespace=NAMESPACE) as metric:
        for dimension, held in dimensions.items():
            metric.add_dimension(name=dimension, value=held)
