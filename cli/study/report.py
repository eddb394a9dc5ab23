"""What a study found: the sections of its report, shown here and written as pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from attrs import field, frozen

from rulesrun.agents.mixing import mixes
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import bold, columns, folded, table
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.study.folder import Folder
from rulesrun.cli.study.page import Heading, Section, page
from rulesrun.cli.study.speech import Speech
from rulesrun.dsl.languages.spoken import translated
from rulesrun.studies import charts
from rulesrun.studies.findings import Effect, claims, effects_of
from rulesrun.studies.measures import Choice, Measures, Standing, measures_of
from rulesrun.studies.plan import Study
from rulesrun.studies.statistics import LEVEL, Estimate
from rulesrun.studies.tables import Tables

MOST_TOLD = 40
"""So many findings are told in a report."""

MOST_TRACED = 20
"""In so many games it is looked which lines of the rules are reached."""

MOST_ARMS = 4
"""The sections on what is chosen are written for so many arms."""

OF_COURSE = (
    *("choices", "turns", "tie", "shared"),
    *("lead_changes", "drama", "killer", "decided"),
)


@frozen(eq=False)
class Found:
    """All that comes out of a study."""

    study: Study
    tables: Tables
    measures: tuple[Measures, ...] = field(init=False)
    effects: list[Effect] = field(init=False)

    def __attrs_post_init__(self) -> None:
        arms = range(len(self.study.arms))
        played = set(self.tables["games"]["arm"].unique().to_list())
        result = tuple(measures_of(self.tables, arm) for arm in arms if arm in played)
        object.__setattr__(self, "measures", result)
        object.__setattr__(self, "effects", effects_of(self.tables, result))

    @property
    def claims(self) -> list[Effect]:
        """What is told as found."""
        return claims(self.effects)[:MOST_TOLD]

    @property
    def examples(self) -> list[tuple[int, int]]:
        """The games that show what is told, as arm and number."""
        return sorted({one for effect in self.claims for one in effect.examples})


def prepare() -> None:
    """Start what a report is drawn with, which takes a while."""
    charts.prepare()


def show(study: Study, tables: Tables, words: Words) -> Found:
    """Print the most telling; gives all that comes out."""
    result = Found(study, tables)
    report = Report(
        result, Speech("fa" if words.persian else "en", tuple(tables.arms)), words
    )
    with printed(words.persian):
        click.echo(bold(report.title))
        click.echo(report.summary)
        for section in report.brief():
            click.echo()
            click.echo(bold(section.title))
            for line in folded(section.note, columns()) if section.note else ():
                click.echo(line)
            if section.rows:
                for line in table(
                    [list(row) for row in section.rows], flush=words.persian
                ):
                    click.echo(f"  {line}")
    return result


def write(
    result: Found, lines: Sequence[tuple[str, str]], folder: Folder, command: str
) -> None:
    """Write the report in each language; `lines` are those that no game has reached."""
    for language, name, other in (
        ("en", "report.html", "report.fa.html"),
        ("fa", "report.fa.html", "report.html"),
    ):
        words = Words("fa" if language == "fa" else None)
        speech = Speech(language, tuple(result.tables.arms))
        report = Report(result, speech, words, lines)
        heading = Heading(report.title, report.summary, command, other)
        folder.write_report(name, page(heading, report.sections(), report.speech))


def _course(one: Measures, key: str) -> Estimate | None:
    """A measure of how games go, where it can be told."""
    estimate: Estimate | None = getattr(one.course, key, None)
    return estimate


@frozen(eq=False)
class Report:
    """The report on a study in one language."""

    found: Found
    speech: Speech
    words: Words
    lines: Sequence[tuple[str, str]] = ()

    @property
    def title(self) -> str:
        """The heading of the whole."""
        game = Labels(self.found.study.arms[0].game, self.words).title
        return self.speech.say("title", game=game)

    @property
    def summary(self) -> str:
        """What was played."""
        study, say = self.found.study, self.speech.say
        seeds = self.found.tables["games"]["seed"]
        if not len(seeds):
            return say("summary", n=0, players=0, first=0, last=0)
        first, last = int(seeds.to_numpy().min()), int(seeds.to_numpy().max())
        common = {"n": self.found.tables.played, "first": first, "last": last}
        if len(study.arms) > 1:
            return say("summary arms", arms=len(study.arms), **common)
        return say("summary", players=study.arms[0].game.players, **common)

    def brief(self) -> Iterator[Section]:
        """What is printed."""
        yield self.findings(10)
        yield self.standings(pictures=False)
        yield self.course(pictures=False)

    def sections(self) -> Iterator[Section]:
        """What is written."""
        yield self.findings(MOST_TOLD)
        yield self.standings(pictures=True)
        yield from self.distributions()
        yield self.course(pictures=True)
        yield from self.leaders()
        for one in self.found.measures[:MOST_ARMS]:
            yield from self.of_arm(one)
        if len(self.found.measures) > MOST_ARMS:
            yield Section(self.speech.words["arm"], self.speech.words["other arms"])
        yield from self.unreached()
        yield from self.faults()

    # ---- what was found --------------------------------------------------------------

    def findings(self, most: int) -> Section:
        """The effects that are too large for chance."""
        speech, effects = self.speech, self.found.effects
        effects_shown = self.found.claims[:most]
        title = speech.words["findings"]
        if not effects_shown:
            return Section(title, speech.say("findings none", n=len(effects)))
        level = speech.percent(LEVEL)
        recorded = f" {speech.words['recorded']}" if most == MOST_TOLD else ""
        note = speech.say("findings note", n=len(effects), level=level)
        every = len(claims(effects))
        if every > len(effects_shown):
            note += f" ({speech.say('first', n=len(effects_shown), all=every)})"
        note += recorded
        head = [speech.words[key] for key in ("finding", "interval", "p")]
        rows = [
            [
                speech.finding(effect),
                speech.interval(effect.measure, effect.estimate),
                speech.p(effect.p),
            ]
            for effect in effects_shown
        ]
        links = [effect.examples for effect in effects_shown]
        return Section(title, note, None, [head, *rows], links)

    def standings(self, *, pictures: bool) -> Section:
        """Who wins."""
        speech, measures = self.speech, self.found.measures
        several = len(measures) > 1
        keys = ("who", "games", "won", "interval", "place", "points")
        head = [speech.words[key] for key in keys]
        rows = [[speech.words["arm"], *head] if several else head]
        for one in measures:
            for by, standings in (("seat", one.seats), ("kind", one.kinds)):
                for standing in standings:
                    cells = self._standing(by, standing)
                    rows.append([speech.arm(one.arm), *cells] if several else cells)
        drawn = pictures and any(one.seats for one in measures)
        picture = charts.wins(measures, speech.of_charts, speech.who) if drawn else None
        note = speech.words["wins note"]
        simple = self._simple()
        if simple:
            comma = translated(", ", speech.language, "value")
            kinds = comma.join(speech.who(f"kind {kind}") for kind in simple)
            note += f" {speech.say('bluffing', kinds=kinds)}"
        return Section(speech.words["wins"], note, picture, rows)

    def _simple(self) -> list[str]:
        """The kinds of players that do not mix, in games that ask for it."""
        kinds = {
            k for arm in self.found.study.arms if mixes(arm.game) for k in arm.kinds
        }
        return sorted(kinds & {"random", "greedy"})

    def _standing(self, by: str, standing: Standing) -> list[str]:
        speech = self.speech
        return [
            speech.who(f"{by} {standing.name}"),
            speech.whole(standing.won.count),
            speech.percent(standing.won.mean),
            speech.interval("won", standing.won),
            speech.number(None if standing.place is None else standing.place.mean),
            speech.number(None if standing.points is None else standing.points.mean),
        ]

    # ---- how games go ----------------------------------------------------------------

    def distributions(self) -> Iterator[Section]:
        """How many points there are."""
        for one in self.found.measures[:MOST_ARMS]:
            picture = charts.points(
                self.found.tables, one, self.speech.of_charts, self.speech.who
            )
            if picture is not None:
                yield Section(self._titled("points", one), "", picture)

    def course(self, *, pictures: bool) -> Section:
        """How long games are, and how exciting."""
        speech, measures = self.speech, self.found.measures
        keys = [key for key in OF_COURSE if any(_course(one, key) for one in measures)]
        called = [speech.words["decisions" if k == "choices" else k] for k in keys]
        if len(measures) > 1:
            rows = [[speech.words["arm"], *called]]
            for one in measures:
                rows.append([speech.arm(one.arm), *(self._mean(one, k) for k in keys)])
        else:
            rows = [[speech.words[key] for key in ("measure", "mean", "interval")]]
            for one in measures:
                for key, name in zip(keys, called, strict=True):
                    between = speech.interval(key, _course(one, key))
                    rows.append([name, self._mean(one, key), between])
        picture = None
        if pictures:
            picture = charts.lengths(self.found.tables, measures, speech.of_charts)
        return Section(
            speech.words["length"], speech.words["length note"], picture, rows
        )

    def _mean(self, one: Measures, key: str) -> str:
        estimate = _course(one, key)
        return self.speech.value_text(key, estimate.mean if estimate else None)

    def leaders(self) -> Iterator[Section]:
        """Who leads when, and wins."""
        speech, measures = self.speech, self.found.measures
        picture = charts.leaders(measures, speech.of_charts)
        if picture is None:
            return
        with_leaders = [one for one in measures if one.leader_wins]
        tenths = [speech.percent(tenth / 10) for tenth in range(11)]
        rows = [[speech.words["arm"], *tenths]]
        for one in with_leaders:
            shares = [speech.percent(estimate.mean) for estimate in one.leader_wins]
            rows.append([speech.arm(one.arm), *shares])
        yield Section(
            speech.words["leaders"], speech.words["leaders note"], picture, rows
        )

    # ---- what is chosen --------------------------------------------------------------

    def of_arm(self, one: Measures) -> Iterator[Section]:
        """What is decided and chosen in an arm, and what it brings."""
        speech, words = self.speech, self.speech.words
        history = charts.history(one, speech.of_charts)
        if history is not None:
            yield Section(self._titled("history", one), "", history)
        yield self._questions(one)
        yield self._choices(one)
        yield from self._never(one)
        if one.sources:
            keys = ("counter", "line", "winners", "interval", "losers", "interval")
            rows = [[words[key] for key in keys]]
            for source in one.sources:
                cites = " ".join(f"@{cite}" for cite in source.cites.split())
                rows.append(
                    [
                        source.counter_fa if speech.persian else source.counter,
                        f"{source.place} {cites}".strip(),
                        speech.number(source.winners.mean),
                        speech.interval("", source.winners),
                        speech.number(source.losers.mean),
                        speech.interval("", source.losers),
                    ]
                )
            picture = charts.sources(one.sources, speech.of_charts)
            yield Section(
                self._titled("sources", one), words["sources note"], picture, rows
            )

    def _questions(self, one: Measures) -> Section:
        speech, words = self.speech, self.speech.words
        keys = ("decision", "times", "options", "fewest", "most", "single", "good")
        rows = [[words[key] for key in keys]]
        for decision in one.decisions:
            rows.append(
                [
                    decision.name_fa if speech.persian else decision.name,
                    speech.number(decision.times),
                    speech.number(decision.options),
                    speech.whole(decision.fewest),
                    speech.whole(decision.most),
                    speech.percent(decision.single),
                    speech.number(decision.good),
                ]
            )
        return Section(
            self._titled("questions", one), words["questions note"], None, rows
        )

    def _choices(self, one: Measures) -> Section:
        speech, words = self.speech, self.speech.words
        keys = ("what", "offered", "taken", "taken share", "winners", "losers")
        rows = [[*(words[key] for key in keys), words["difference"], words["interval"]]]
        offered = [choice for choice in one.choices if choice.offered]
        for choice in offered:
            more = choice.more
            rows.append(
                [
                    self._called(choice),
                    speech.number(choice.offered),
                    speech.number(choice.taken),
                    speech.percent(choice.taken / choice.offered),
                    speech.number(choice.winners),
                    speech.number(choice.losers),
                    speech.number(more.mean if more else None),
                    speech.interval("", more),
                ]
            )
        picture = charts.choices(offered, speech.of_charts)
        return Section(
            self._titled("choices", one), words["choices note"], picture, rows
        )

    def _called(self, choice: Choice) -> str:
        return self.speech.called(choice.label, choice.label_fa)

    def _never(self, one: Measures) -> Iterator[Section]:
        words = self.speech.words
        refused = [c for c in one.choices if c.offered and not c.taken]
        unoffered = [c for c in one.choices if not c.offered]
        for key, result in (("never note", refused), ("unoffered", unoffered)):
            if result:
                rows = [[words["what"]], *([self._called(choice)] for choice in result)]
                yield Section(self._titled("never", one), words[key], None, rows)

    def unreached(self) -> Iterator[Section]:
        """Lines of the rules that are never reached in some games of the first arm."""
        words = self.speech.words
        if self.lines:
            head = [words["line"], words["what"]]
            rows = [head, *([place, text] for place, text in self.lines)]
            note = self.speech.say("unreached note", n=MOST_TRACED)
            yield Section(words["unreached"], note, None, rows)

    def faults(self) -> Iterator[Section]:
        """Games that went wrong."""
        words = self.speech.words
        rows = [
            [self.speech.arm(one.arm), str(seed), fault]
            for one in self.found.measures
            for seed, fault in one.faults
        ]
        if rows:
            head = [words[key] for key in ("arm", "seed", "fault")]
            yield Section(words["faults"], "", None, [head, *rows])

    def _titled(self, key: str, one: Measures) -> str:
        title = self.speech.words[key]
        title = title[0].upper() + title[1:]
        return f"{title}: {one.name}" if one.name else title
