"""What is said of a command that is called wrongly: what is expected, with an example."""

from __future__ import annotations

import re

import click

from rulesrun.dsl.problems.nearest import did_you_mean, offered

EXAMPLES = {
    "FILE": "alhambra",
    "GAME": "alhambra",
    "LOG": "game.log",
    "[LOG]": "game.log",
    "LOG[@N]": "game.log@12",
    "OUT": "game.log",
    "NAME": "my_game",
    "DIR": "pages",
    "CODE": "fa",
    "SCRIPT": "opening.script",
    "N=KIND": "2=random",
    "NAME=VALUE": "target=7",
    "NAME=VALUES": "bonus=1,2,3",
    "NAME=NUMBER": "seconds=10",
    "N|all": "3",
    "WORD": "trade",
    "WHO": "2",
    "SHARE": "2%",
    "ADDRESS": "127.0.0.1",
}
"""What may stand for a word of the help, such as `FILE`."""

SMALL = 7
"""A number as an example, where a range allows it."""

LARGE = 10**9
"""Nobody needs to read where a range ends that ends beyond that."""

FEW = "2"
"""A number of players that most games have."""

_CLICK_SAYS = re.compile(
    r"'(?P<text>.*)' is not (a valid (integer|float)( range)?|one of .*)\."
    r"|(?P<number>\S+) is not in the range .*\.",
    re.S,
)
_UNEXPECTED = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)", re.S)


def usage_told(error: click.UsageError) -> str | None:
    """What is wrong with a call, what is expected, and an example; none if it says that.

    Args:
        error: What click, or a command, says of it.
    """
    ctx = error.ctx
    if ctx is None:
        return None
    command = f"{ctx.command_path} --help"
    match error:
        case click.NoSuchOption():
            names = [name for one in ctx.command.get_params(ctx) for name in one.opts]
            hint = did_you_mean(error.option_name, names)
            hint = hint or (offered(error.possibilities) if error.possibilities else "")
            hint = hint or f"`{command}` lists the options"
            return f"there is no option '{error.option_name}'; {hint}"
        case click.exceptions.NoSuchCommand() if isinstance(ctx.command, click.Group):
            hint = did_you_mean(error.command_name, ctx.command.list_commands(ctx))
            hint = hint or f"`{command}` lists the commands"
            return f"there is no command '{error.command_name}'; {hint}"
        case click.MissingParameter() if error.param is not None:
            name = _called(error.param, ctx)
            return f"{name} is missing: write it as in `{_call(ctx)}`"
        case click.BadOptionUsage() if "requires an argument" in error.message:
            option = _option(ctx, error.option_name)
            if option is not None:
                name = error.option_name
                example = f"{name} {_example(option, ctx)}"
                return f"something is missing behind {name}: write it as in `{example}`"
        case click.BadOptionUsage() if "does not take a value" in error.message:
            return f"{error.option_name} takes no value: write it alone"
        case click.BadParameter() if error.param is not None:
            return _wrong_value(error.param, error.message, ctx)
    unexpected = _UNEXPECTED.fullmatch(error.message)
    if unexpected is not None:
        help_ = f"`{command}` says what is"
        return f"'{unexpected['words']}' is not expected here; {help_}"
    return None


def _wrong_value(
    param: click.Parameter, message: str, ctx: click.Context
) -> str | None:
    """That a value is of the wrong kind: which one is expected."""
    match = _CLICK_SAYS.fullmatch(message)
    if match is None:
        return None
    value = match["text"] if match["text"] is not None else match["number"]
    name = _called(param, ctx)
    such = f"such as `{name} {_example(param, ctx)}`"
    match param.type:
        case click.Choice(choices=choices):
            return f"{name} is one of {', '.join(map(str, choices))}, not '{value}'"
        case click.FloatRange(min=low, max=high):
            return f"{name} takes a number from {low} to {high}, {such}, not '{value}'"
        case click.IntRange(min=low, max=high) if high is None or high > LARGE:
            return f"{name} takes a whole number from {low} on, {such}, not '{value}'"
        case click.IntRange(min=low, max=high):
            return f"{name} takes a whole number from {low} to {high}, {such}, not '{value}'"
        case _:
            return f"{name} takes a whole number, {such}, not '{value}'"


def _called(param: click.Parameter, ctx: click.Context) -> str:
    """An option by its longest name, an argument as the help has it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(ctx).removesuffix("...")


def _option(ctx: click.Context, name: str) -> click.Parameter | None:
    every = ctx.command.get_params(ctx)
    return next((one for one in every if name in one.opts), None)


def _example(param: click.Parameter, ctx: click.Context) -> str:
    """A value that may be given."""
    match param.type:
        case click.Choice(choices=choices):
            return str(choices[0])
        case click.FloatRange():
            return str(param.get_default(ctx))
        case click.IntRange(min=low, max=high):
            above = SMALL if low is None else max(low, SMALL)
            return str(above if high is None or high >= above else low)
        case click.ParamType(name="integer"):
            return FEW
    metavar = param.make_metavar(ctx).removesuffix("...")
    return EXAMPLES.get(metavar, metavar)


def _call(ctx: click.Context) -> str:
    """The whole command with an example for all that it must be given."""
    words = [ctx.command_path]
    for param in ctx.command.get_params(ctx):
        if param.required and isinstance(param, click.Argument):
            words.append(_example(param, ctx))
        elif param.required:
            words += [_called(param, ctx), _example(param, ctx)]
    return " ".join(words)
