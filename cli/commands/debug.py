"""`rulesrun debug`: the stages between a rules file and a game, made visible."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import click

from rulesrun.cli.files.compiling import compile_source, load_program, show_problems
from rulesrun.cli.files.sources import find_source
from rulesrun.cli.output.problems import PROBLEMS
from rulesrun.cli.output.terminal import pad, width
from rulesrun.cli.playing.settings import make_game
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.core.printing import print_core
from rulesrun.dsl.data.files import read_files
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.collect import collect
from rulesrun.dsl.semantics.symbols import Symbol
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax.parse import tokens
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.language_server.textmate import textmate


@click.group("debug")
def command() -> None:
    """Look at what is made of a rules file, stage by stage."""


@command.command("tokens")
@click.argument("file")
def show_tokens(file: str) -> None:
    """Print the words of a file, with the place of each."""
    source = find_source(file)
    for line, column, kind, text in tokens(source.text):
        printed = text if text.strip() else repr(text)
        click.echo(f"{line}:{column}\t{kind}\t{printed.strip()}")


@command.command("textmate")
def show_textmate() -> None:
    """Print the words of the language as a TextMate grammar, for editors."""
    click.echo(textmate(), nl=False)


@command.command("tree")
@click.argument("file")
def show_tree(file: str) -> None:
    """Print the tree that a file, with all that it includes, is read as."""
    source = find_source(file)
    parsed = read_files(source.text, source.path, source.read)
    if parsed.file is not None:
        for line in tree_lines(parsed.file, 0):
            click.echo(line)
    if parsed.diagnostics:
        show_problems(compile_source(source))
        raise click.exceptions.Exit(PROBLEMS)


def tree_lines(node: object, depth: int, name: str = "") -> Iterator[str]:
    """A node with everything in it, one thing a line."""
    lead = "  " * depth + (f"{name}: " if name else "")
    if isinstance(node, tuple):
        if not node:
            return
        yield f"{lead}({len(node)})"
        for part in node:
            yield from tree_lines(part, depth + 1)
        return
    if not attrs.has(type(node)):
        yield f"{lead}{node!r}"
        return
    span = getattr(node, "span", None)
    place = f"  {span.line}:{span.column}" if isinstance(span, Span) else ""
    yield f"{lead}{type(node).__name__}{place}"
    for field in attrs.fields(type(node)):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        plain = value is None or isinstance(value, Span) or field.name == "path"
        if not plain:
            yield from tree_lines(value, depth + 1, field.name)


@command.command("names")
@click.argument("file")
def show_names(file: str) -> None:
    """Print every declared name: what it is, of which kind, where, whether used."""
    source = find_source(file)
    compilation = compile_source(source)
    if compilation.program is not None:
        world: Declared = compilation.program.world
    else:
        parsed = read_files(source.text, source.path, source.read)
        if parsed.file is None:
            show_problems(compilation)
            raise click.exceptions.Exit(PROBLEMS)
        world = collect(parsed.file, parsed.broken, parsed.lost)
    rows = list(name_rows(world))
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (pad(cell, size) for cell, size in zip(row, sizes, strict=True))
        click.echo("  ".join(cells).rstrip())
    if compilation.program is None:
        show_problems(compilation)
        raise click.exceptions.Exit(PROBLEMS)


def name_rows(world: Declared) -> Iterator[tuple[str, str, str, str]]:
    """The names of a file: name, what it is, its kind of value, its place."""

    def row(symbol: Symbol, of: str = "") -> tuple[str, str, str, str]:
        kind = getattr(symbol, "type", None)
        place = f"{symbol.span.path}:{symbol.span.line}" if symbol.span else "language"
        unused = "" if symbol.used or symbol.span is None else "  unused"
        return (of + symbol.name, symbol.what, str(kind or "-"), place + unused)

    for symbol in world.names.values():
        yield row(symbol)
    for symbol in world.variables:
        owner = f"{symbol.owner}." if symbol.owner is not None else ""
        if world.names.get(symbol.name) is not symbol:
            yield row(symbol, owner)


@command.command("core")
@click.argument("file")
@click.option("--players", type=int, metavar="N", help="For how many players.")
def show_core(file: str, players: int | None) -> None:
    """Print the typed core of a file: what every target is made from."""
    program = load_program(file)
    number = player_counts(program.world)[0] if players is None else players
    game = make_game(program, number, {})
    for line in print_core(core_of(game.layout), game.names.written):
        click.echo(line)


@command.command("plan")
@click.argument("file")
@click.option("--players", type=int, metavar="N", help="For how many players.")
def show_plan(file: str, players: int | None) -> None:
    """Print the Python that is made of a file, with the lines that it comes from."""
    program = load_program(file)
    number = player_counts(program.world)[0] if players is None else players
    module = make_game(program, number, {}).module
    before: Span | None = None
    for line, span in zip(module.text.splitlines(), module.spans, strict=False):
        comment = ""
        if (
            span is not None
            and line.strip()
            and (before is None or span.line != before.line)
        ):
            comment = f"  # {span.path}:{span.line}"
            before = span
        click.echo(f"{line}{comment}")


@command.command("native")
@click.argument("file")
@click.option("--players", type=int, metavar="N", help="For how many players.")
def show_native(file: str, players: int | None) -> None:
    """Print the C that is made of a file, or which line cannot be compiled yet, and why."""
    program = load_program(file)
    number = player_counts(program.world)[0] if players is None else players
    try:
        compiled = compile_to_c(make_game(program, number, {}).module)
    except Unsupported as unsupported:
        place = "" if unsupported.span is None else f"{unsupported.span}: "
        click.echo(f"{place}{unsupported} cannot be compiled yet", err=True)
        raise click.exceptions.Exit(PROBLEMS) from unsupported
    click.echo(compiled.text)
