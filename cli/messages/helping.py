"""What `--help` and wrong usage say, in the language of the reader.

The texts stand with the commands, in English; a catalogue of their own
(`dsl/languages/help`) has them in other languages. Nothing of it is loaded before somebody
asks for help.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import IO, TYPE_CHECKING, Any

import click

from rulesrun.cli.messages.tongues import language_of_tools, spoken
from rulesrun.cli.messages.usage import usage_told
from rulesrun.cli.output.streams import along, in_direction
from rulesrun.cli.output.terminal import columns, folded, pad, width
from rulesrun.dsl.languages.po import Catalogue, read_catalogue
from rulesrun.dsl.languages.spoken import languages

if TYPE_CHECKING:
    from rulesrun.cli.messages.words import Words

_FURTHER = re.compile(r"(.*?) ?\[([^\[\]]*)\]", re.S)
"""The help of an option, and in brackets what click adds to it."""


@cache
def help_in(language: str | None) -> Catalogue:
    """The help of all commands in a language; nothing where it has no catalogue."""
    file = files("rulesrun.dsl") / "languages" / "help" / f"{language}.po"
    exists = language in languages() and file.is_file()
    return read_catalogue(file.read_text("utf-8")) if exists else Catalogue()


def _reader() -> Words:
    from rulesrun.cli.messages.words import Words

    return Words(spoken())


def paragraphs(text: str) -> list[str]:
    r"""The paragraphs of a help text, each as the catalogue knows it.

    Lines of a paragraph are joined, unless it begins with `\b`.
    """
    result = []
    for part in re.split(r"\n[ \t]*\n", text.strip("\n")):
        if part.strip().startswith("\b"):
            result.append(part.strip().removeprefix("\b").strip("\n"))
        else:
            result.append(" ".join(part.split()))
    return result


class Told(click.HelpFormatter):
    """Writes help in the language of the reader; what it lacks stays in English."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = _reader()
        self.known = help_in(self.reader.language)

    def _translated(self, text: str) -> str:
        return self.known.translation(text) or text

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """How a command is called."""
        self.write(self.reader.say("help: usage", text=f"{prog} {args}".strip()) + "\n")

    def write_heading(self, heading: str) -> None:
        """What a part of the help is about."""
        super().write_heading(self.reader.say(f"help: {heading}"))

    def write_text(self, text: str) -> None:
        """Paragraphs."""
        indent = " " * self.current_indent
        blocks = []
        for part in paragraphs(text):
            lines = self._translated(part).split("\n")
            if len(lines) > 1:
                blocks.append("\n".join(f"{indent}{line}" for line in lines))
            else:
                rows = folded(lines[0], columns(), first=indent, indent=indent)
                blocks.append("\n".join(rows))
        self.write("\n\n".join(blocks) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Options or commands, each with what it is for."""
        rows = list(rows)
        indent = " " * self.current_indent
        size = min(max(width(name) for name, _ in rows), col_max) + col_spacing
        room = columns() - size - len(indent)
        for name, text in rows:
            lines = folded(self._row(text), room) or [""]
            label = self.reader.name(name)
            if width(name) + col_spacing > size:
                self.write(f"{indent}{label}\n")
                label = ""
            for line in lines:
                self.write(f"{indent}{pad(label, size)}{line}".rstrip() + "\n")
                label = ""

    def _row(self, text: str) -> str:
        text = " ".join(text.split())
        if text.endswith("..."):  # click shortens the first sentence of a command
            start = text.removesuffix("...")
            whole = [t for _, t in self.known.entries if t.startswith(start)]
            text = whole[0] if len(whole) == 1 else text
        if self.known.translation(text) is not None:
            return self._translated(text)
        match = _FURTHER.fullmatch(text)
        if match is None:
            return self._translated(text)
        more = self.reader.listed(self._further(match[2].split("; ")))
        return f"{self._translated(match[1])}  [{more}]".strip()

    def _further(self, parts: Iterable[str]) -> Iterable[str]:
        for part in parts:
            name, _, value = part.partition(": ")
            if name == "default" and value:
                yield self.reader.say("help: default", value=value)
            elif part == "required":
                yield self.reader.say("help: required")
            else:
                yield self.reader.name(part)

    def getvalue(self) -> str:
        """All that was written."""
        text = super().getvalue()
        if not self.reader.persian:
            return text
        return "\n".join(along(line, True) for line in text.split("\n"))


class Context(click.Context):
    """Calls of a command, whose help speaks the language of the reader."""

    def make_formatter(self) -> click.HelpFormatter:
        """Writes in that language, if there is help in it."""
        if not help_in(spoken()).entries:
            return super().make_formatter()
        return Told(width=self.terminal_width, max_width=self.max_content_width)

    @contextmanager
    def scope(self, cleanup: bool = True) -> Iterator[click.Context]:
        """What is done within a call; wrong usage found there is that of this command."""
        with super().scope(cleanup) as ctx:
            try:
                yield ctx
            except click.UsageError as error:
                error.ctx = error.ctx or ctx
                raise


def speaking(command: click.Command) -> click.Command:
    """A command with `--lang`, where it has none: for what it says of problems.

    Its help, and that of the commands in it, speaks the language of the reader.
    """
    command.context_class = Context
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            speaking(inner)
    if not any("--lang" in param.opts for param in command.params):
        command.params.append(language_of_tools())
    return command


class WrongUsage(click.UsageError):
    """A command that was called wrongly, told in the language of the reader."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to standard error."""
        from rulesrun.cli.messages.translating import problem_told

        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), file=file, err=True)
            command = f"{self.ctx.command_path} {self.ctx.help_option_names[-1]}"
            hint = _reader().say("help: try", command=command)
            click.echo(in_direction(hint) + "\n", file=file, err=True)
        text = problem_told(self.format_message(), True)
        click.echo(text, file=file, err=True, color=True)


def told_usage(error: click.UsageError) -> click.UsageError:
    """The same error in our words, and in the language of the reader."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError | WrongUsage):
        return error
    message = usage_told(error)
    if message is None and not help_in(spoken()).entries:
        return error
    return WrongUsage(message or error.format_message(), error.ctx)


def language_in(words: Sequence[str]) -> str | None:
    """The language that a command line asks for, before it is read as a whole."""
    for at, word in enumerate(words):
        if word == "--":
            break
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and at + 1 < len(words):
            return words[at + 1]
    return None
