"""What a supervisor corrects: the events of source ``blackjack.supervisor.<site_id>`` (contract, section 1)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from croupier import facts
from croupier.events.fields import BoxNumber, Cards, DataShape, Identifier, Note, Ordinal, Shape
from croupier.events.table_events import CompletedBox, PlacedWager, dealt_boxes, once_each, parsed
from croupier.facts import Content


class Authorised(DataShape):
    """Who authorised it, who second, and why."""

    reason: Note
    authorised_by: Note
    second: Note | None = None

    def authority(self) -> facts.Authority:
        return facts.Authority(self.authorised_by, self.second, self.reason)


class VoidScope(Shape):
    """Exactly one of: the round whole, boxes, players, wagers."""

    round: Literal[True] | None = None
    boxes: Annotated[list[BoxNumber], Field(min_length=1)] | None = None
    players: Annotated[list[Identifier], Field(min_length=1)] | None = None
    wagers: Annotated[list[Identifier], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> "VoidScope":
        named = [name for name in ("round", "boxes", "players", "wagers") if getattr(self, name) is not None]
        if len(named) != 1:
            raise ValueError(f"a scope is one of round, boxes, players, wagers; this names {len(named)}")
        return self

    def scope(self) -> facts.VoidScope:
        return facts.VoidScope(
            round=self.round is True,
            boxes=tuple(sorted(self.boxes or ())),
            players=tuple(sorted(self.players or ())),
            wagers=tuple(sorted(self.wagers or ())),
        )


class WagersVoided(Authorised):
    """Wagers returned (16.6, 17.4, 17.5, NZ 15.4)."""

    clause: Note
    scope: VoidScope
    after_sequence: Annotated[int, Field(ge=0, le=10**9)]
    completed_side_wagers: Literal["return", "stand"] | None = None

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [
            facts.WagersVoided(
                event_id,
                self.clause,
                self.scope.scope(),
                self.after_sequence,
                self.completed_side_wagers,
                self.authority(),
            )
        ]


class VoidRescinded(Authorised):
    """That void no longer holds."""

    voided_event_id: Identifier

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.VoidRescinded(self.voided_event_id, self.authority())]


class RoundReconstructed(Authorised):
    """The cards as they should have been, replacing every card of lower revisions (16.6)."""

    revision: Ordinal
    boxes: list[CompletedBox]
    dealer: Cards
    complete: bool
    clause: Note

    @model_validator(mode="after")
    def _boxes_once(self) -> "RoundReconstructed":
        once_each((box.box for box in self.boxes), "box")
        return self

    def states(self, event_id: str, revision: int) -> list[Content]:
        boxes, dealer = dealt_boxes(self.boxes), parsed(self.dealer)
        return [
            facts.RoundReconstructed(self.revision, boxes, dealer, self.complete, self.clause, self.authority())
        ]


class WagersCorrected(Authorised):
    """What those wagers really were: stake, box, player."""

    revision: Ordinal
    wagers: Annotated[list[PlacedWager], Field(min_length=1)]

    def states(self, event_id: str, revision: int) -> list[Content]:
        wagers = sorted((placed.wager() for placed in self.wagers), key=lambda wager: wager.wager_id)
        return [facts.WagersCorrected(self.revision, tuple(wagers), self.authority())]


class WagersUpheld(Authorised):
    """A refused or questioned wager stands as if allowed."""

    wagers: Annotated[list[Identifier], Field(min_length=1)]

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.WagersUpheld(event_id, tuple(sorted(self.wagers)), self.authority())]
