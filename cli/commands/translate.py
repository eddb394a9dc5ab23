"""`rulesrun translate`: the labels and the rulebook of a game in another language."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
from attrs import frozen

from rulesrun.cli.files.compiling import compile_source, show_problems
from rulesrun.cli.files.sources import (
    STANDARD_INPUT,
    display_path,
    find_path,
    find_source,
    read_file,
    text_of,
)
from rulesrun.cli.files.writing import check_file, make_folder, only, sums, write_file
from rulesrun.cli.messages.tongues import chosen_language, language_option
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, Problem, Unusable
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import cut
from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.data.moving import Moved, NotMovable, move_translations
from rulesrun.dsl.data.rulebook import Paragraph, read_rulebook
from rulesrun.dsl.data.translations import catalogue_name, rulebook_name
from rulesrun.dsl.languages.po import Catalogue, Unreadable, read_catalogue, written
from rulesrun.dsl.languages.spoken import catalogue, languages
from rulesrun.dsl.translating import Renewal, renewal

FEW = 5
"""So many of a list are shown."""


@click.command("translate")
@click.argument("file", metavar="FILE")
@click.option(
    "--to", "code", required=True, metavar="CODE", help="Into which language."
)
@click.option("--check", is_flag=True, help="Write nothing; 1 if anything is missing.")
@click.option(
    "--accept",
    is_flag=True,
    help="The rulebook is translated as it is now: keep that.",
)
@click.option(
    "--move",
    is_flag=True,
    help="Take the labels in that language out of the rules, into the catalogue.",
)
@language_option
def command(
    file: str, code: str, check: bool, accept: bool, move: bool, language: str | None
) -> None:
    """Write the catalogue of a game in another language, and say what it lacks.

    The catalogue, such as `nim/de.po`, is a text in the format of translators' tools:
    a `msgid` for each text that people see, and below it a `msgstr` to fill in. What
    is filled in stays; a text that has changed is marked as `fuzzy` until somebody has
    looked at it. The rulebook is translated as `nim/rulebook.de.md`, with the same
    numbers.
    """
    if not re.fullmatch(r"[a-z]{2,3}", code):
        raise Unusable(
            f"{code!r} is not the code of a language; write two or three letters, "
            "such as de"
        )
    if move and check:
        raise Unusable("--check writes nothing, and --move writes: give one of them")
    words = Words(chosen_language(language, languages()))
    moving = _moved(file, code) if move else None
    work = Work.of(file, code, moving)
    if moving is not None:
        check_file(work.path, only(work.before))
        check_file(moving.path, only(moving.before))
    with printed(words.persian):
        good = _tell_labels(work, words)
        good = _tell_rulebook(work, words) and good
    if not check:
        make_folder(work.path.parent)
        write_file(work.path, work.text(), only(work.before))
        if accept:
            lines = [f"{p.number} {p.digest}\n" for p in work.own]
            write_file(work.digests_file, "".join(lines), sums)
        if moving is not None:  # last: labels in both say the same as in one of them
            write_file(moving.path, moving.moved.text, only(moving.before))
            click.echo(
                words.say(
                    "labels moved",
                    n=moving.moved.number,
                    name=display_path(moving.path),
                )
            )
    if check and not good:
        raise click.exceptions.Exit(PROBLEMS)


@frozen
class Moving:
    """Rules whose labels in a language are to stand in the catalogue."""

    path: Path
    before: str
    moved: Moved


def _moved(file: str, code: str) -> Moving:
    """The rules without their labels in a language; raises Problem for faulty ones."""
    if file == STANDARD_INPUT:
        raise Unusable("--move writes a rules file: give its name")
    source = find_source(file)
    compilation = compile_source(source)
    if compilation.program is None:
        show_problems(compilation)
        raise click.exceptions.Exit(PROBLEMS)
    path = Path(catalogue_name(str(find_path(file)), code))
    existing = _catalogue_of(path, _before(path))
    try:
        moved = move_translations(source.text, source.path, code, existing)
    except NotMovable as error:
        raise Problem(f"{error.span}: {error}") from error
    return Moving(find_path(file), source.text, moved)


@frozen
class Work:
    """What there is to translate of a game, and what is translated."""

    game: str
    code: str
    path: Path
    before: str
    labels: Renewal
    head: dict[str, str]
    own: tuple[Paragraph, ...]
    book: Path
    said: tuple[Paragraph, ...]

    @classmethod
    def of(cls, file: str, code: str, moving: Moving | None = None) -> Work:
        """The work on a game; rules with errors are shown and end the command."""
        source = find_source(file)

        def rules_alone(name: str) -> str | None:
            return None if name.endswith(".po") else source.read(name)

        text = source.text if moving is None else moving.moved.text
        compilation = compile_rules(text, source.path, rules_alone)
        program = compilation.program
        if program is None:
            show_problems(compilation)
            raise click.exceptions.Exit(PROBLEMS)
        if program.world.game is None:
            raise Problem(f"{source.path} holds no game")
        rules = find_path(file)
        path = Path(catalogue_name(str(rules), code))
        before = _before(path)
        existing = (
            _catalogue_of(path, before) if moving is None else moving.moved.catalogue
        )
        named = program.world.game.rulebook
        book = rules.parent / rulebook_name(named or "rulebook.md", code)
        own = _paragraphs(rules.parent / named) if named else ()
        head = {
            "Project-Id-Version": program.name,
            "Language": code,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            **{
                name: value
                for name, value in catalogue(code).head.items()
                if name == "Plural-Forms"
            },
            **existing.head,
        }
        result = renewal(program.world, code, existing)
        paragraphs = _paragraphs(book)
        return cls(
            program.name, code, path, before, result, head, own, book, paragraphs
        )

    @property
    def digests_file(self) -> Path:
        """The file of what the rulebook was when it was translated."""
        return self.book.with_suffix(".sums")

    def text(self) -> str:
        """The catalogue as it has to be written."""
        note = f"The labels of {self.game} in another language: {self.code}."
        return written(self.head, self.labels.entries, note)


def _before(path: Path) -> str:
    """The catalogue as it is, nothing if there is none."""
    return read_file(path, "catalogue") if os.path.lexists(path) else ""


def _catalogue_of(path: Path, text: str) -> Catalogue:
    try:
        return read_catalogue(text)
    except Unreadable as error:
        raise Problem(f"{display_path(path)}:{error.line}: {error}") from error


def _paragraphs(path: Path) -> tuple[Paragraph, ...]:
    try:
        return read_rulebook(text_of(path))
    except OSError:
        return ()


def _tell_labels(work: Work, words: Words) -> bool:
    """Say what of the labels is missing, stale or unused; whether nothing is."""
    result = work.labels
    done = sum(entry.done for entry in result.entries)
    name = display_path(work.path)
    click.echo(words.say("translated", n=done, most=len(result.entries), name=name))
    for key, entries in (
        ("labels missing", result.missing),
        ("labels stale", result.stale),
        ("labels unused", result.unused),
    ):
        if entries:
            click.echo(f"  {words.say(key, n=len(entries))}")
            for entry in entries[:FEW]:
                place = f"{words.name(entry.places[0])}  " if entry.places else ""
                click.echo(f"    {place}{words.typed(cut(entry.text, 60))}")
            if len(entries) > FEW:
                click.echo(f"    {words.say('and others', n=len(entries) - FEW)}")
    return not (result.missing or result.stale or result.unused)


def _tell_rulebook(work: Work, words: Words) -> bool:
    """Say which paragraphs are missing, changed or too many; whether none is."""
    if not work.own:
        return True
    own = {p.number: p for p in work.own}
    translated = {p.number for p in work.said}
    digests = _sums(work.digests_file)
    lists = {
        "paragraphs missing": [n for n in own if n not in translated],
        "paragraphs changed": [
            n
            for n, p in own.items()
            if n in translated and digests.get(n, p.digest) != p.digest
        ],
        "paragraphs unknown": [p.number for p in work.said if p.number not in own],
    }
    number = len(own) - len(lists["paragraphs missing"])
    name = display_path(work.book)
    click.echo(words.say("paragraphs", n=number, most=len(own), name=name))
    for key, numbers in lists.items():
        if numbers:
            listed = words.listed(words.name(n) for n in numbers[:FEW])
            more = len(numbers) - FEW
            others = f"  {words.say('and others', n=more)}" if more > 0 else ""
            click.echo(f"  {words.say(key, n=len(numbers))}  {listed}{others}")
    return not any(lists.values())


def _sums(path: Path) -> dict[str, str]:
    """What each paragraph was when it was translated."""
    try:
        pairs = [line.split() for line in text_of(path).splitlines()]
    except (OSError, Unusable):
        return {}
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
