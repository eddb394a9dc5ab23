"""What the shell offers when somebody presses the tab key: games, files, options."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from rulesrun.cli.files.kept_outline import kept_outline
from rulesrun.cli.files.shipped import shipped

if TYPE_CHECKING:
    pass


class Completed(click.types.StringParamType):
    """A text like any other, for which the shell knows some values."""

    name = "text"

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The values that begin so; shells never see an error."""
        completion_items: list[CompletionItem] = []
        with contextlib.suppress(Exception):
            completion_items = list(self._candidates(ctx, incomplete))
        return completion_items

    def _candidates(self, ctx: click.Context, begun: str) -> list[CompletionItem]:
        match self.kind:
            case "game":
                games = [CompletionItem(g) for g in shipped() if g.startswith(begun)]
                return [*games, CompletionItem(begun, type="file")]
            case "file" | "dir":
                return [CompletionItem(begun, type=self.kind)]
            case "code":
                from rulesrun.dsl.problems.codes import CATALOGUE

                return [CompletionItem(c) for c in CATALOGUE if c.startswith(begun)]
            case "language":
                from rulesrun.dsl.languages.spoken import languages

                return [CompletionItem(c) for c in languages() if c.startswith(begun)]
            case _:
                # an option that waits for its value keeps the arguments unread
                words = [arg for arg in ctx.args if not arg.startswith("-")]
                game = str(ctx.params.get("game") or "".join(words[:1]))
                values = variants(game)
                return [CompletionItem(v) for v in values if v.startswith(begun)]


def variants(game: str) -> list[str]:
    """The options of a game, written as --option wants them."""
    outlined = kept_outline()
    if outlined is not None and game in shipped() and not os.path.exists(game):
        return list(outlined["variants"].get(game, ()))
    from rulesrun.cli.files.variants import variants_of

    return variants_of(game)


GAMES = ("FILE", "FILE...", "[PATH]...", "GAME", "[GAME]")
FILES = ("LOG", "LOG[@N]", "[LOG]...", "OUT", "SCRIPT", "FILE", "[LOG]")
"""What arguments and options are called in the help, by what they take."""


def with_completion(command: click.Command) -> click.Command:
    """The same command; its arguments of a known kind now complete in the shell."""
    for param in command.params:
        if param.type is not click.STRING:
            continue
        if isinstance(param, click.Argument) and param.metavar in GAMES:
            param.type = Completed("game")
        elif param.metavar == "[CODE]":
            param.type = Completed("code")
        elif "--lang" in param.opts:
            param.type = Completed("language")
        elif "--option" in param.opts:
            param.type = Completed("option")
        elif "--rules" in param.opts:
            param.type = Completed("game")
        elif param.metavar == "DIR":
            param.type = Completed("dir")
        elif param.metavar in FILES:
            param.type = Completed("file")
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            with_completion(inner)
    return command
