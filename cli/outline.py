"""What the commands take, as plain data: the tab key does not wait until they are loaded.

Where it is kept, `kept_outline.py` says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from rulesrun.cli.completing import Completed
from rulesrun.cli.files.kept_outline import Data, fingerprint
from rulesrun.cli.files.shipped import shipped


def outline(commands: Mapping[str, click.Command]) -> str:
    """What these commands take, and the options of the shipped games, as a text."""
    from rulesrun.cli.files.variants import (
        variants_of,  # not for who presses the tab key
    )

    result = {
        "of": fingerprint(),
        "commands": {name: _data(command) for name, command in commands.items()},
        "variants": {game: v for game in shipped() if (v := variants_of(game))},
    }
    return json.dumps(result, ensure_ascii=False)


def command_of(data: Data) -> click.Command:
    """A command that takes what the data says, and does nothing."""
    params = [_param(one) for one in data["params"]]
    inner = data.get("commands")
    if inner is None:
        return click.Command(data["name"], params=params)
    commands = {name: command_of(one) for name, one in inner.items()}
    return click.Group(data["name"], commands, params=params)


def _data(command: click.Command) -> Data:
    data: Data = {
        "name": command.name,
        "help": command.get_short_help_str(100),
        "params": [
            one for param in command.params if (one := _param_data(param)) is not None
        ],
    }
    if isinstance(command, click.Group):
        data["commands"] = {n: _data(c) for n, c in command.commands.items()}
    return data


def _param_data(param: click.Parameter) -> Data | None:
    """A parameter, unless no shell should offer it."""
    kind = param.type
    data: Data = {
        "name": param.name,
        "nargs": param.nargs,
        "kind": kind.kind if isinstance(kind, Completed) else None,
        "choices": None,
    }
    if isinstance(kind, click.Choice):
        data["choices"] = list(map(str, kind.choices))
    if isinstance(param, click.Option):
        if param.hidden:
            return None
        data |= {
            "options": _options(param),
            "help": param.help or "",
            "flag": param.is_flag,
            "multiple": param.multiple,
        }
    return data


def _options(option: click.Option) -> list[str]:
    """What an option is typed as: with its opposite behind a stroke, where it has one."""
    if not option.secondary_opts:
        return list(option.opts)
    pairs = zip(option.opts, option.secondary_opts, strict=True)
    return [f"{one}/{other}" for one, other in pairs]


def _param(data: Data) -> click.Parameter:
    kind: click.ParamType[Any] | None = None
    if data["kind"] is not None:
        kind = Completed(data["kind"])
    elif data["choices"] is not None:
        kind = click.Choice(data["choices"])
    if "options" not in data:
        return click.Argument(
            [data["name"]], type=kind, nargs=data["nargs"], required=False
        )
    if data["flag"]:
        return click.Option(
            [*data["options"], data["name"]], is_flag=True, help=data["help"]
        )
    return click.Option(
        [*data["options"], data["name"]],
        type=kind,
        nargs=data["nargs"],
        multiple=data["multiple"],
        help=data["help"],
    )
