"""How much work rules may ask for before they are stopped with a message at their line.

No game that people play comes near the usual limits; they are there so that a slip, or a
file that one did not write oneself, cannot take a machine for hours.
"""

from collections.abc import Mapping

from attrs import evolve, fields, frozen


class WrongLimit(ValueError):
    """No limit has that name, or it cannot have that value; the message says why."""


@frozen
class Limits:
    """How much work rules may ask for.

    Attributes:
        steps: Rounds of loops, items looked at and situations explored between two
            decisions, as far as they are not known to be few beforehand.
        collection: Items of a list or a set, cells of all boards, components in the box,
            values that a position consists of.
        options: Options of one decision.
        seconds: Seconds of the processor between two decisions.
        total: Seconds for all games with the same options; 0 for as many as it takes.
        megabytes: Memory that a command may take beyond what it needs to begin.
        kilobytes: How long a rules file may be with all that it includes.
    """

    steps: int = 20_000_000
    collection: int = 100_000
    options: int = 500_000
    seconds: int = 8
    total: int = 0
    megabytes: int = 4_000
    kilobytes: int = 400

    def with_values(self, values: Mapping[str, int]) -> "Limits":
        """These limits with other values for some of them; raises WrongLimit."""
        names = [field.name for field in fields(Limits)]
        for name, value in values.items():
            if name not in names:
                listed = ", ".join(names)
                raise WrongLimit(f"no limit is called {name!r}; there are {listed}")
            least = 0 if name == "total" else 1
            if not least <= value <= MOST:
                raise WrongLimit(f"the limit {name} is a number from {least} to {MOST}")
        return evolve(self, **values)


DEFAULT = Limits()
"""The usual limits."""

MOST = 1_000_000_000_000
"""No limit can be higher: so much work ends on no machine."""

UNTRUSTED = Limits(
    steps=2_000_000,
    collection=20_000,
    options=20_000,
    seconds=2,
    total=60,
    megabytes=1_000,
    kilobytes=200,
)
"""Enough for every shipped game, and little enough for the files of strangers."""
