"""`rulesrun ladder`: kinds of players play until it is clear who is better."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from rulesrun.agents.kinds import budget_of, way_of
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import Words, words_for
from rulesrun.cli.output.problems import PROBLEMS, Unusable
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import pad
from rulesrun.cli.playing.settings import MOST_SEED, check_kind, make_game, read_options
from rulesrun.cli.study.conduct import cores
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.interpreter.game import Game

if TYPE_CHECKING:
    from rulesrun.studies.ladder import Ladder
    from rulesrun.studies.ratings import Difference

KINDS = ("random", "greedy", "thinker:100", "thinker:300", "thinker:1000")
"""Who plays where nobody is named, the weakest first."""

EXTRA = "a ladder needs more than is installed: pip install 'rulesrun[study]'"

BAR = 40
"""So many columns has the bar of the best player."""

SHOWN = 5
"""So many kinds of faults are listed."""


@click.command("ladder")
@click.argument("place", metavar="FILE")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="A kind of player, the weakest first: random, greedy, thinker:200 or file.py:choose, "
    f"a player of your own. [default: {', '.join(KINDS)}]",
)
@click.option(
    "--games",
    "most",
    type=click.IntRange(2, 1_000_000),
    default=200,
    show_default=True,
    help="So many games two kinds play at most.",
)
@click.option(
    "--fixed",
    is_flag=True,
    help="Each two kinds play exactly so many games, whatever comes out.",
)
@click.option(
    "--within",
    type=click.FloatRange(1, 1_000),
    default=50.0,
    show_default=True,
    metavar="POINTS",
    help="A difference known within so many points is clear enough.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The seed of the first game.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant of the game.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    show_default="one for each core",
    help="How many processes share the work.",
)
@language_option
def command(
    place: str,
    players: int | None,
    kinds: tuple[str, ...],
    most: int,
    fixed: bool,
    within: float,
    seed: int,
    options: tuple[str, ...],
    jobs: int | None,
    language: str | None,
) -> None:
    """Let kinds of players play until it is clear who is better.

    Two kinds play each game, and every deal is played twice, with the seats exchanged.
    400 points more are ten times the odds of coming first; the first kind has 0.
    """
    if any(find_spec(name) is None for name in ("numpy", "scipy")):
        raise Unusable(EXTRA)
    kinds = kinds or KINDS
    for kind in kinds:
        check_kind(kind)
    twice = [kind for kind, count in Counter(kinds).items() if count > 1]
    if twice:
        raise Unusable(f"the kind {twice[0]!r} is given twice")
    if len(kinds) < 2:
        raise Unusable("a ladder needs two kinds of players or more")
    program = load_program(place)
    words = words_for(program, language)
    count = players if players is not None else max(2, player_counts(program.world)[0])
    if count == 1:
        raise Unusable("a ladder needs two players or more")
    chosen = read_options(program, options)
    game = make_game(program, count, chosen, language=words.language)
    settings = seed, jobs or cores(), within, most
    ladder = _climbed(game, kinds, *settings, fixed=fixed)
    declared = program.world.game
    assert declared is not None
    title = words.label(declared.labels, declared.name)
    with printed(words.persian):
        _show(ladder, words, title, count)
    if ladder.faults:
        raise click.exceptions.Exit(PROBLEMS)


def _climbed(
    game: Game,
    kinds: tuple[str, ...],
    seed: int,
    jobs: int,
    within: float,
    most: int,
    *,
    fixed: bool,
) -> Ladder:
    from rulesrun.studies.ladder import climb
    from rulesrun.studies.work import WorkersLost

    progress = Progress(0, "ladder games", known=False)
    try:
        settings = seed, jobs, within, most
        return climb(game, kinds, *settings, done=lambda _: progress.add(), fixed=fixed)
    except WorkersLost as error:
        raise Unusable(
            "a process that shared the work was ended from outside; fewer --jobs "
            "need less memory"
        ) from error
    finally:
        progress.hide()


def _show(ladder: Ladder, words: Words, title: str, players: int) -> None:
    say, order, ratings = words.say, ladder.order, ladder.ratings
    games = say("ladder games", n=ladder.games)
    click.echo(say("ladder", game=title, n=players, games=games))
    lowest, highest = ratings.points[order[-1]], ratings.points[order[0]]
    rows = [[*(say(f"ladder {key}") for key in ("player", "rating", "interval")), ""]]
    for number in order:
        gap = ratings.difference(number, 0)
        share = (gap.points - lowest) / max(1.0, highest - lowest)
        bar = pad("█" * (1 + round((BAR - 1) * share)), BAR)
        between = _between(gap, words) if number else ""
        rows.append([ladder.kinds[number], _points(gap.points, words), between, bar])
    _table(rows, words)
    heads = ("won", "interval", "played", "ahead")
    rows = [["", *(say(f"ladder {key}") for key in heads)]]
    rows += [_pair(ladder, words, one, other) for one, other in pairwise(order)]
    _table(rows, words)
    click.echo()
    for line in _conclusions(ladder, words):
        click.echo(line)
    if ladder.faults:
        click.echo()
        click.echo(say("ladder faults", n=len(ladder.faults)), err=True)
        for fault, count in Counter(ladder.faults).most_common(SHOWN):
            click.echo(f"  {fault} ({say('ladder games', n=count)})", err=True)


def _table(rows: list[list[str]], words: Words) -> None:
    click.echo()
    for line in words.table(rows):
        click.echo(f"  {line}")


def _pair(ladder: Ladder, words: Words, one: int, other: int) -> list[str]:
    """How often one of two neighbours has won, and by how much it is ahead."""
    from rulesrun.studies.statistics import share_of

    names = ladder.kinds[one], ladder.kinds[other]
    pair = words.say("ladder pair", one=names[0], other=names[1])
    gap = ladder.ratings.difference(one, other)
    ahead = _between(gap, words) if gap.clear else words.say("ladder is alike")
    met = ladder.against(one, other)
    share = share_of(met)
    if share is None:
        return [pair, "", "", words.number(0), ahead]
    low, high = _percent(share.low, words), _percent(share.high, words)
    interval = words.say("ladder between", low=low, high=high)
    return [pair, _percent(share.mean, words), interval, words.number(len(met)), ahead]


def _conclusions(ladder: Ladder, words: Words) -> list[str]:
    """How deep the game is, and whether more thinking pays."""
    from rulesrun.studies.ladder import RUNG

    order, ratings = ladder.order, ladder.ratings
    best, worst = order[0], order[-1]
    gap = ratings.difference(best, worst)
    rungs = f"{gap.points / RUNG:.1f}"
    lines = [
        words.say(
            "ladder depth",
            low=ladder.kinds[worst],
            high=ladder.kinds[best],
            points=_points(gap.points, words),
            n=words.number(rungs),
        )
    ]
    thinkers = sorted(
        (budget, number)
        for number, kind in enumerate(ladder.kinds)
        if (budget := _budget(kind)) is not None
    )
    if len(thinkers) > 1:
        (_, less), (_, more) = thinkers[-2:]
        last = ratings.difference(more, less)
        named = {"low": ladder.kinds[less], "high": ladder.kinds[more]}
        if last.low > 0:
            points = _points(last.points, words)
            lines.append(words.say("ladder pays", points=points, **named))
        else:
            between = _between(last, words)
            lines.append(words.say("ladder ends", between=between, **named))
    return lines


def _budget(kind: str) -> int | None:
    """So many continuations a thinker looks at; none for others, and for those by time."""
    name, _, much = kind.partition(":")
    much, _ = way_of(much)
    if name != "thinker" or not much:
        return None
    number, seconds = budget_of(much)
    return number if seconds is None else None


def _points(points: float, words: Words) -> str:
    return words.number(round(points))


def _percent(share: float, words: Words) -> str:
    return f"{words.number(round(100 * share))} %"


def _between(gap: Difference, words: Words) -> str:
    low, high = _points(gap.low, words), _points(gap.high, words)
    return words.say("ladder between", low=low, high=high)
