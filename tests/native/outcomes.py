"""What came of random rules and games."""

from collections import Counter

from attrs import Factory, define

from rulesrun.interpreter.native.build import FLAGS

QUICK = (*FLAGS, "-O0")


@define
class Outcome:
    """What came of many rules: what differs, what does not compile, and how they ended."""

    differences: list[str] = Factory(list)
    uncompiled: list[str] = Factory(list)
    counts: Counter[str] = Factory(Counter)

    def __str__(self) -> str:
        counted = ", ".join(f"{n} {what}" for what, n in sorted(self.counts.items()))
        return (
            f"{counted}; {len(self.differences)} differences, "
            f"{len(self.uncompiled)} programs that do not compile"
        )
