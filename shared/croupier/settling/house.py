"""What a house decides for itself: when to look twice. Nothing of it enters a decision."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from croupier.sites import sites


@dataclass(frozen=True, slots=True)
class House:
    """When to look twice, and how soon.

    ``large_win``: winnings above it, in minor units, are verified before they are handed over. A round is first
    looked at ``first_look`` after its first event and then ever more rarely, up to ``last_look`` apart; its gaps
    are told when it is ``quiet`` old, and a wager that is still open when it is ``overdue``.
    """

    large_win: int = 1_000_000
    first_look: timedelta = timedelta(minutes=2)
    last_look: timedelta = timedelta(hours=1)
    quiet: timedelta = timedelta(minutes=10)
    overdue: timedelta = timedelta(minutes=30)

    def at(self, site_id: str) -> "House":
        """This house with what its own site's file says, if it has one."""
        site = sites().get(site_id)
        return self if site is None else replace(self, large_win=site.large_win)


HOUSE = House()


def later(instant: str, by: timedelta) -> str:
    """An instant of the contract (RFC 3339 in UTC with milliseconds), so much later."""
    return written(datetime.fromisoformat(instant) + by)


def written(instant: datetime) -> str:
    """An instant as the contract writes it; as texts they sort in the order of time."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def between(earlier: str, instant: str) -> timedelta:
    """The time from one instant of the contract to another."""
    return datetime.fromisoformat(instant) - datetime.fromisoformat(earlier)
