"""The command `rulesrun`: its commands, and what happens when one of them breaks."""

from __future__ import annotations

import gc
import importlib
import sys
from typing import Any

import click

from rulesrun.cli.messages.helping import (
    Context,
    language_in,
    speaking,
    told_usage,
)
from rulesrun.cli.messages.tongues import LANGUAGE
from rulesrun.cli.output.outside import shown_streams
from rulesrun.cli.output.problems import (
    ASKED,
    OUR_FAULT,
    PROBLEMS,
    TELLER,
    UNREAD,
    Unusable,
    our_fault,
    reason,
)
from rulesrun.dsl.problems.nearest import did_you_mean

COMMANDS = {
    "new": ("new", "Write a small working game to begin from."),
    "validate": ("validate", "Check rules files and say what is wrong with them."),
    "play": ("play", "Play a game, or a script of one, at the terminal."),
    "replay": ("rulesrun.web.replay_command", "Show or verify a recorded game."),
    "why": ("why", "Say why something cannot be chosen in a recorded game."),
    "ledger": ("ledger", "Say where the points of a recorded game come from."),
    "test": ("scenarios", "Run the scenarios that test rules."),
    "serve": ("rulesrun.table.command", "Play a game in the browser, with others."),
    "export": ("rulesrun.web.command", "Write a game as a page without a server."),
    "playground": (
        "rulesrun.web.playground_command",
        "Write a page on which games are written and played.",
    ),
    "watch": ("watch", "Check rules whenever they are saved, and show what changed."),
    "simulate": ("simulate", "Play many random games and show what comes out."),
    "solve": ("solve", "Solve a small game: who wins if nobody errs, and how."),
    "ladder": ("ladder", "Let kinds of players play until it is clear who is better."),
    "trace": ("trace", "Compare the rules with the paragraphs of the rulebook."),
    "translate": ("translate", "Write what there is to translate of a game."),
    "docs": ("docs", "Write the rulebook and the rules side by side, as a page."),
    "fmt": ("formatting", "Write rules files as they should be written."),
    "list": ("shelf", "List the shipped games."),
    "language-server": (
        "language_server",
        "Answer an editor while rules are written.",
    ),
    "explain": ("explain", "Tell more about a kind of problem."),
    "debug": ("debug", "Look at the stages between a rules file and a game."),
}
"""For each command its module, which is loaded only when it is needed, and its line.

Modules of `commands` go by their last name.
"""

ROUNDS_ARE_WORTH_IT = 50_000
"""So many new objects come before Python looks for circles among them.

Trees of rules live as long as a command; looking through them every 700 objects, as
Python does by itself, is a tenth of the work of `rulesrun validate`.
"""


def loaded(name: str) -> click.Command:
    """A command, out of its module."""
    from rulesrun.cli.completing import with_completion

    place = COMMANDS[name][0]
    whole = place if "." in place else f"rulesrun.cli.commands.{place}"
    module = importlib.import_module(whole)
    command: click.Command = module.command
    return with_completion(speaking(command))


def _problem_text(message: str, of_use: bool) -> str:
    from rulesrun.cli.messages.translating import problem_told

    return problem_told(message, of_use)


def outline() -> str:
    """What all commands take, as a text to be shipped with the package."""
    from rulesrun.cli.outline import outline

    return outline({name: loaded(name) for name in COMMANDS})


def _outlined(name: str) -> click.Command:
    from rulesrun.cli.files.kept_outline import keep_outline, kept_outline
    from rulesrun.cli.outline import command_of

    cached = kept_outline() or keep_outline(outline())
    return command_of(cached["commands"][name])


class Commands(click.Group):
    """The group; a fault of ours ends in a request to report it, not in a traceback."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name; for the tab key, only what the command takes."""
        if name not in COMMANDS:
            return None
        return _outlined(name) if ctx.resilient_parsing else loaded(name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that the words name, or a hint at the nearest one."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            hint = did_you_mean(name, COMMANDS)
            advice = hint or "`rulesrun --help` lists the commands"
            raise click.UsageError(f"there is no command {name!r}; {advice}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """The list of commands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line, with all that it prints made harmless."""
        arguments = args[0] if args else kwargs.get("args")
        language = language_in(list(sys.argv[1:] if arguments is None else arguments))
        before = ASKED.set(language)
        gc.set_threshold(ROUNDS_ARE_WORTH_IT)
        TELLER.set(_problem_text)
        try:
            with shown_streams():
                return super().main(*args, **kwargs)
        except Unusable as error:  # of the output itself: nobody else has caught it
            error.show()
            sys.exit(error.exit_code)
        finally:
            ASKED.reset(before)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """What is called, with what is wrong with it told to the reader."""
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise told_usage(error) from error
        except BrokenPipeError as error:
            raise click.exceptions.Exit(UNREAD) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; the last resort for whatever it did not foresee."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise told_usage(error) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError as error:
            raise click.exceptions.Exit(UNREAD) from error
        except KeyboardInterrupt as error:
            from rulesrun.cli.messages.translating import tell

            tell("stopped", err=True)
            raise click.exceptions.Exit(PROBLEMS) from error
        except OSError as error:  # the world outside, and none of our doing
            where = f" {error.filename}" if error.filename is not None else ""
            raise Unusable(f"cannot use{where}: {reason(error)}") from error
        except MemoryError as error:
            raise Unusable("there is not enough memory for that") from error
        except Exception as error:
            click.echo(our_fault(error), err=True)
            raise click.exceptions.Exit(OUR_FAULT) from error


EPILOG = """Wherever a FILE of rules is asked for, the name of a shipped game will do.
Exit status: 0 all is well, 1 problems were found, 2 wrong usage or an unreadable file,
3 a fault of rulesrun itself."""


@click.command(
    cls=Commands,
    epilog=EPILOG,
    # the streams see to colours, also where the output is no terminal
    context_settings={"help_option_names": ["-h", "--help"], "color": True},
)
@click.version_option(package_name="rulesrun")
@click.option(
    "--lang", metavar="CODE", expose_value=False, is_eager=True, help=LANGUAGE
)
def main() -> None:
    """Check, play and measure board games whose rules are text files."""
    from rulesrun.cli.files.cache import keep_grammar

    keep_grammar()
