"""`rulesrun play`: a game at the terminal, or a script of one."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path

import click

from rulesrun.agents.own import OwnFault
from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.shipped import as_typed
from rulesrun.cli.messages.progress import waiting
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import columns
from rulesrun.cli.playing.dialogue import Dialogue, EndOfInput, Stop
from rulesrun.cli.playing.kept import forget, keep, latest
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.recorded import find_rules
from rulesrun.cli.playing.records import load_log
from rulesrun.cli.playing.records import resume as resumed
from rulesrun.cli.playing.scripted import Given, Scripted, prepare
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import (
    HUMAN,
    RANDOM,
    Seats,
    beginning,
    fresh_seed,
    highest_seat,
    let_think,
    make_game,
    read_options,
    read_seats,
    say_if_slow,
    say_in_python,
    threads_option,
)
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import Transcript, end_lines
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.logs import Log


def play_on(
    session: Session, seats: Seats, labels: Labels, again: str, *, sees_all: bool
) -> None:
    """Play a game to its end, or until the person stops; `again` is how to go on."""
    alone = len(seats.humans) == 1
    viewer = None if sees_all else seats.humans[0] if alone else ONLOOKER
    session.viewer = viewer
    transcript = Transcript(labels, viewer, tracer=session.tracer)
    game = session.game
    dialogue = Dialogue(session, labels, lambda name: resumed(game, name), viewer)
    dialogue.begin()
    transcript.begin(session.position, session.seed)
    full = ""
    try:
        while not session.position.over:
            player = session.position.player
            assert player is not None
            if seats.kinds[player] == HUMAN:
                transcript.flush()
                option = dialogue.ask()
                if option is None:
                    continue
            else:
                kind = seats.kinds[player]
                thinking = labels.words.line(labels.words.say("thinking"))
                with nullcontext() if kind == RANDOM else waiting(thinking):
                    option = session.chosen_by(kind)
                if session.full and not full:
                    full = session.full
                    say_in_python(full, labels.words)
            transcript.choice(session.position, option)
            session.choose(option)
            transcript.follow(session.position)
    except OwnFault as fault:
        transcript.flush()
        if session.log.entries and session.file is None and keep(session.log):
            click.echo(labels.words.say("kept", name=again))
        if session.file is not None:
            click.echo(labels.words.say("log kept", name=session.file.path))
        raise Problem(str(fault)) from fault
    except (Stop, KeyboardInterrupt) as stopped:
        transcript.flush()
        click.echo()
        click.echo(labels.words.say("stopped"))
        unsaved = session.log.entries and not isinstance(stopped, EndOfInput)
        if unsaved and session.file is None and keep(session.log):
            click.echo(labels.words.say("kept", name=again))
    else:
        transcript.flush()
        forget(session.log)
        show_end(session, labels, viewer, drawn=sees_all or bool(seats.humans))
    if session.file is not None:
        click.echo(labels.words.say("log kept", name=session.file.path))


def show_end(
    session: Session, labels: Labels, viewer: int | None, *, drawn: bool
) -> None:
    """Print how the game ended as somebody may know it, perhaps with the last position."""
    position = session.position
    click.echo()
    if drawn:
        for line in Picture(position, viewer, labels.at(position), columns()).lines():
            click.echo(line)
        click.echo()
    for line in end_lines(position, labels, viewer):
        click.echo(line)


def open_log(session: Session, path: str | None, *, force: bool) -> None:
    """Begin to keep a log, if that is wanted."""
    if path is not None:
        session.file = LogFile.create(Path(path), session.log, force=force)


def run_script(session: Session, scripted: Scripted) -> None:
    """Play a script, and tell how the game stands when it ends."""
    scripted.play()
    labels = scripted.labels
    if session.position.over:
        show_end(session, labels, scripted.viewer, drawn=False)
    else:
        click.echo()
        here = labels.at(session.position)
        picture = Picture(session.position, scripted.viewer, here, columns())
        for line in picture.lines():
            click.echo(line)
        assert session.position.player is not None
        who = labels.player(session.position.player)
        number = len(session.log.entries)
        click.echo()
        click.echo(labels.words.say("script ends", n=number, who=who))
    if session.file is not None:
        click.echo(labels.words.say("log kept", name=session.file.path))


@click.command("play")
@click.argument("game", metavar="FILE", required=False)
@beginning("1=human, the others random", ", and printed")
@language_option
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[LOG]",
    help="Go on with the game that was stopped last, or with that of a log.",
)
@click.option(
    "--view",
    type=click.Choice(["seat", "all"]),
    default="seat",
    show_default=True,
    help="Show what those at the table may know, or everything.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Print no line drawings, colours or marks of direction.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Tell each change with the line of the rules behind it.",
)
@click.option("--script", metavar="FILE", help="Play what stands in a file.")
@click.option("--full", is_flag=True, help="With --script: tell every random turn too.")
@threads_option
@bounded
def command(
    game: str | None,
    players: int | None,
    seed: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    language: str | None,
    log: str | None,
    force: bool,
    resume: str | None,
    view: str,
    plain: bool,
    trace: bool,
    script: str | None,
    full: bool,
    threads: int | None,
    limits: Limits,
) -> None:
    """Play a game at the terminal, against chance or with others, or play a script.

    Choose by typing the number or the name of an option, or a part of it; `help` says
    what else can be typed. Where the input is no terminal, choices are read from it
    line by line. The game with the same seed and the same choices is the same game.

    \b
    A script has a choice on each line; # begins a comment. Its lines are
      players 3 | seed 7 | option a=b | seat 2=random    the head
      player 1: take ...        a choice; without `player 1:` of whoever is to choose
      expect ...                what must hold, written as in scenarios
      random 5 | random to end  choices by chance
      chance: 6, red            what the next draws bring, in order
      note ... | show           a remark; the position
    Seats that no choice names are played by chance.
    """
    if game is None and resume and not Path(resume).exists():
        game, resume = resume, ""  # `--resume GAME`
    if game is None and not resume:
        raise Unusable("name the game to play; `rulesrun list` shows the shipped ones")
    if resume is not None and (script, players, seed, options) != (
        None,
        None,
        None,
        (),
    ):
        raise Unusable("--resume goes on with a game as it was begun, seats excepted")
    saved: Log | None = None
    if game is None and resume:
        saved = load_log(resume)
        hint = f"rulesrun play FILE --resume {resume}"
        program = find_rules(saved, resume, None, limits, hint)
    else:
        assert game is not None
        program = load_program(game, limits)
    words = words_for(program, language)
    if script is not None:
        wanted = Given(players, seed, seats, options, trace, view == "all")
        session, scripted = prepare(program, script, wanted, words, full=full or trace)
        let_think(session.game, threads, ())  # a script is the same everywhere
        open_log(session, log, force=force)
        with closing(session), printed(words.persian, plain=plain):
            run_script(session, scripted)
        return
    if resume is not None:
        resume = resume or str(latest(program.name))
        saved = saved or load_log(resume)
        number, chosen = saved.players, dict(saved.options)
    else:
        counts = player_counts(program.world)
        number = players if players is not None else max(counts[0], highest_seat(seats))
        chosen = read_options(program, options)
    built = make_game(program, number, chosen, language=words.language, trace=trace)
    sitting = read_seats(seats, number)
    let_think(built, threads, sitting.kinds)
    say_if_slow(built, sitting.kinds, words)
    if resume is not None:
        session = resumed(built, resume)
    else:
        session = Session.begin(built, fresh_seed() if seed is None else seed)
    open_log(session, log, force=force)
    sat = "".join(f" --seat {seat}" for seat in seats)
    again = f"rulesrun play {game or as_typed(program.path)} --resume{sat}"
    labels = Labels(built, words)
    with closing(session), printed(words.persian, plain=plain):
        play_on(session, sitting, labels, again, sees_all=view == "all")
