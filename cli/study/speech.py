"""Numbers, names and findings of a study as people read them, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from string import digits as DIGITS

from attrs import frozen

from rulesrun.agents.kinds import is_own
from rulesrun.cli.output.direction import label_in, number_in
from rulesrun.cli.study.texts import study_words
from rulesrun.dsl.languages.spoken import translated
from rulesrun.studies.charts import Words as ChartWords
from rulesrun.studies.findings import Effect
from rulesrun.studies.measures import EVERYBODY
from rulesrun.studies.statistics import Estimate

SHARES = frozenset({"won", "tie", "shared", "decided"})
"""Measures that are told in hundredths."""


def _numbers(language: str) -> dict[str, object] | None:
    """How a language writes numbers, as a locale of D3; none is as in English."""
    digits = translated(DIGITS, language, "digits")
    if digits == DIGITS:
        return None
    signs = {
        name: translated(sign, language, name)
        for name, sign in (("decimal", "."), ("thousands", ","), ("percent", "%"))
    }
    return {
        **signs,
        "minus": translated("-", language, "minus"),
        "grouping": [3],
        "currency": ["", ""],
        "numerals": list(digits),
    }


@frozen(slots=False)  # its words are looked up once
class Speech:
    """Speaks of a study in one language."""

    language: str
    arms: tuple[str, ...]

    @property
    def persian(self) -> bool:
        """Whether lines run from right to left."""
        return self.language == "fa"

    @cached_property
    def words(self) -> Mapping[str, str]:
        """All sentences by key."""
        return study_words(self.language)

    @property
    def of_charts(self) -> ChartWords:
        """The same for pictures."""
        return ChartWords(self.words, self.persian, _numbers(self.language))

    def say(self, key: str, **values: object) -> str:
        """A sentence."""
        formatted = {
            name: self.whole(value) if isinstance(value, int) else str(value)
            for name, value in values.items()
        }
        return self.words[key].format(**formatted)

    def digits(self, text: str) -> str:
        """A number in the digits of the language."""
        text = text.replace(".", self.words["decimal"])
        return number_in(text, self.language if self.persian else None)

    def whole(self, value: float) -> str:
        """A number that is counted."""
        return self.digits(f"{value:.0f}")

    def number(self, value: float | None) -> str:
        """A number with as many places as say something."""
        if value is None:
            return "-"
        size = abs(value)
        places = 1 if size >= 10 else 2 if size >= 0.1 or not size else 3
        return self.digits(f"{value:.{places}f}")

    def percent(self, value: float | None) -> str:
        """A share in hundredths."""
        if value is None:
            return "-"
        text = self.digits(f"{100 * value:.1f}")
        return self.words["percent"].format(n=text)

    def value_text(self, measure: str, value: float | None) -> str:
        """A value of a measure."""
        return self.percent(value) if measure in SHARES else self.number(value)

    def interval(self, measure: str, estimate: Estimate | None) -> str:
        """Between which values a mean lies."""
        if estimate is None:
            return "-"
        low, high = (self.value_text(measure, x) for x in (estimate.low, estimate.high))
        return self.words["between"].format(low=low, high=high)

    def p(self, value: float) -> str:
        """How likely something is by chance."""
        if value < 0.0001:
            return self.words["less than"].format(n=self.digits("0.0001"))
        return self.digits(f"{value:.4f}")

    def arm(self, number: int) -> str:
        """What an arm is called."""
        return self.arms[number] or self.words["all games"]

    def who(self, name: str) -> str:
        """A seat or a kind of player, written as `seat 1` or `kind greedy`."""
        by, _, which = name.partition(" ")
        if which == EVERYBODY:
            return self.words["everybody"]
        if by == "seat":
            return self.say("seat", n=int(which))
        return which if by == "kind" else name

    def called(self, label: str, persian: str) -> str:
        """A label in the language, with its digits."""
        return label_in(persian, "fa") if self.persian and persian else label

    def finding(self, effect: Effect) -> str:
        """What was found, as a sentence."""
        who = self.called(self.who(effect.who), effect.who_fa)
        values = {
            "who": who,
            "after": self.value_text(effect.measure, effect.after),
            "before": self.value_text(effect.measure, effect.before),
        }
        if effect.against is not None:
            values["arm"] = self.arm(effect.arm)
            values["against"] = self.arm(effect.against)
        text = self.say(f"{effect.family} {effect.measure}", **values)
        if not is_own(who):
            text = text[0].upper() + text[1:]
        if effect.against is None and len(self.arms) > 1:
            text = f"{self.arm(effect.arm)}: {text}"
        return text
