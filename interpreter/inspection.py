"""Where a game stands, to be looked at: the decision, its options, what they are called."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import Factory, frozen

from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.outcomes import outcomes
from rulesrun.interpreter.prepared import Prepared
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    DECISION,
    NEWS,
    PHASE,
    RESULT,
    TURN,
    TURNS,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.naming import Names, told_apart
from rulesrun.interpreter.runtime.showing import Announced, Shown
from rulesrun.interpreter.runtime.values import to_plain


@frozen(eq=False, repr=False)
class Option:
    """One thing that may be chosen: its stable name, and what stands behind it."""

    name: str
    raw: RawOption

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Option {self.name}>"


@frozen
class Announcement:
    """A text that is told to some seats, to all where there are none said.

    `values` stand for the names in braces in the text: each with its type, as the state
    holds it.
    """

    labels: nodes.Labels
    values: Mapping[str, tuple[Type, Any]] = Factory(dict)
    to: frozenset[int] | None = None

    def text(self, template: str, name: Callable[[Type, Any], str]) -> str:
        """The text with the values in it, as they are called."""

        def value(match: re.Match[str]) -> str:
            entry = self.values.get(match[1])
            return match[0] if entry is None else name(*entry)

        return nodes.BRACES.sub(value, template)


@frozen(eq=False, repr=False)
class Decision:
    """What is to be decided: by whom (a seat, from 0), the question, the options.

    `secret` choices are not told to the other players.
    """

    player: int
    prompt: nodes.Labels
    options: tuple[Option, ...]
    secret: bool
    plan: Decide

    def __repr__(self) -> str:
        many = f"{len(self.options)} options"
        return f"<Decision of player {self.player + 1}: {many}>"


class Standing:
    """A state of a game, with what may be chosen in it; `Position` is one."""

    game: Prepared
    state: State
    raw: Sequence[RawOption]
    _options: tuple[Option, ...] | None

    @property
    def names(self) -> Names:
        """What everything is called here."""
        return self.game.names.at(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[DECISION] is None

    @property
    def player(self) -> int | None:
        """The seat of the player who decides, from 0."""
        result: int | None = self.state[ACTOR]
        return result

    @property
    def turn(self) -> int | None:
        """The seat of the player whose turn it is."""
        result: int | None = self.state[TURN]
        return result

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return int(self.state[TURNS])

    @property
    def left(self) -> tuple[int, ...]:
        """The seats of those who have left the game, in the order in which they did."""
        symbol = self.game.program.world.left
        if symbol is None:
            return ()
        first = self.game.layout.families[symbol].base
        order = enumerate(self.state[first : first + self.game.players])
        gone = [(number, seat) for seat, number in order if number is not None]
        return tuple(seat for _, seat in sorted(gone))

    @property
    def phase(self) -> nodes.Labels | None:
        """The named part of the game."""
        result = self.state[PHASE]
        return None if result is None else self.game.lowered.core.texts[result]

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """What was announced to all since the choice before."""
        return tuple(one for one in self.announced_to(None) if one.to is None)

    def announced_to(self, player: int | None) -> tuple[Announcement, ...]:
        """What a player (a seat, from 0) was told since the choice before; none hears all."""
        core = self.game.lowered.core
        result = []
        for one in self.state[NEWS]:
            if isinstance(one, Shown):
                continue
            announcement = (
                one if isinstance(one, Announced) else Announced(one, (), None)
            )
            if announcement.is_for(player):
                named = core.spoken.get(announcement.text, ())
                values = {
                    name: (kind, value)
                    for (name, kind), value in zip(
                        named, announcement.values, strict=True
                    )
                }
                result.append(
                    Announcement(core.texts[announcement.text], values, announcement.to)
                )
        return tuple(result)

    def shown_to(self, player: int | None) -> tuple[Shown, ...]:
        """What a player (a seat, from 0) was shown since the choice before; none hears all."""
        news = (n for n in self.state[NEWS] if isinstance(n, Shown))
        return tuple(n for n in news if n.is_for(player))

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """The place of each player, 1 for the best; none before the end."""
        result: tuple[int, ...] | None = self.state[RESULT]
        return result

    @property
    def outcomes(self) -> tuple[str, ...] | None:
        """Whether each player has `won`, `drawn` or `lost`; none before the end.

        Empty where the game ends without a result.
        """
        ranking = self.ranking
        return None if ranking is None else outcomes(self.game.lowered.core, ranking)

    @property
    def decision_plan(self) -> Decide:
        """The decision as the rules wrote it."""
        return self.game.lowered.core.decisions[self.state[DECISION]]

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen now, in a stable order."""
        if self._options is None:
            self._options = () if self.over else self._named()
        return self._options

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; none when the game is over."""
        if self.over:
            return None
        plan = self.decision_plan
        assert self.player is not None
        return Decision(self.player, plan.labels, self.options, plan.secret, plan)

    def option_of(self, raw: RawOption) -> Option:
        """One of the options that there are now, with its name."""
        if isinstance(self.raw, Offers):
            return Option(self._called(raw), raw)
        return self.options[self.raw.index(raw)]

    def option_label(self, option: Option, language: str | None = None) -> str:
        """An option as people read it."""
        item = self.decision_plan.items[option.raw[0]]
        return self.names.choice_label(item, option.raw[1], language)

    def _named(self) -> tuple[Option, ...]:
        items, choice = self.decision_plan.items, self.game.names.choice
        names = told_apart([choice(items[raw[0]], raw[1]) for raw in self.raw])
        return tuple(map(Option, names, self.raw))

    def _called(self, raw: RawOption) -> str:
        return self.game.names.choice(self.decision_plan.items[raw[0]], raw[1])

    def digest(self) -> str:
        """A short hash of the whole state."""
        text = json.dumps(
            to_plain(self.state[: self.game.layout.size]),
            separators=(",", ":"),
            sort_keys=True,
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]
