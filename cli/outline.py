"""What the commands take, as plain data: the tab key does not wait until they are loaded.

The data is made when the package is built. In a checkout whose commands have changed
since, it is made anew and kept in the user's cache folder.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import click

from rulesrun.cli.completing import Completed, variants_of
from rulesrun.cli.shipped import shipped

Data = dict[str, Any]

SHIPPED = "outline.json"
"""The outline in the package, put there when it is built."""


def outline(commands: Mapping[str, click.Command]) -> str:
    """What these commands take, and the options of the shipped games, as a text."""
    found = {
        "of": _fingerprint(),
        "commands": {name: _data(command) for name, command in commands.items()},
        "variants": {game: v for game in shipped() if (v := variants_of(game))},
    }
    return json.dumps(found, ensure_ascii=False)


def kept_outline() -> Data | None:
    """The outline of the commands as they are now, if there is one."""
    beside = files("rulesrun.cli").joinpath(SHIPPED)
    here = beside.read_text("utf-8") if beside.is_file() else None
    return _current(here) or _current(_kept_text())


def keep_outline(text: str) -> Data:
    """Keep an outline for the next time, where that can be."""
    from rulesrun.cli.keeping import kept

    if (keeper := kept("outline")) is not None:
        keeper.write(text)
    data: Data = json.loads(text)
    return data


def command_of(data: Data) -> click.Command:
    """A command that takes what the data says, and does nothing."""
    params = [_param(one) for one in data["params"]]
    inner = data.get("commands")
    if inner is None:
        return click.Command(data["name"], params=params)
    commands = {name: command_of(one) for name, one in inner.items()}
    return click.Group(data["name"], commands, params=params)


def _kept_text() -> str | None:
    from rulesrun.cli.keeping import kept

    keeper = kept("outline")
    return keeper.read() if keeper is not None else None


def _current(text: str | None) -> Data | None:
    """The outline in a text, unless it is damaged or of other commands."""
    try:
        data = json.loads(text or "null")
    except ValueError:
        return None
    current = isinstance(data, dict) and data.get("of") == _fingerprint()
    return data if current else None


@cache
def _fingerprint() -> str:
    """What changes when the commands do."""
    found = 0
    modules = (f for f in files("rulesrun.cli").iterdir() if f.name.endswith(".py"))
    for module in sorted(modules, key=lambda file: file.name):
        found = zlib.crc32(module.read_bytes(), found)
    return f"{found:08x}"


def _data(command: click.Command) -> Data:
    found: Data = {
        "name": command.name,
        "help": command.get_short_help_str(100),
        "params": [
            one for param in command.params if (one := _param_data(param)) is not None
        ],
    }
    if isinstance(command, click.Group):
        found["commands"] = {n: _data(c) for n, c in command.commands.items()}
    return found


def _param_data(param: click.Parameter) -> Data | None:
    """A parameter, unless no shell should offer it."""
    kind = param.type
    found: Data = {
        "name": param.name,
        "nargs": param.nargs,
        "kind": kind.kind if isinstance(kind, Completed) else None,
        "choices": None,
    }
    if isinstance(kind, click.Choice):
        found["choices"] = list(map(str, kind.choices))
    if isinstance(param, click.Option):
        if param.hidden:
            return None
        found |= {
            "options": [*param.opts, *param.secondary_opts],
            "help": param.help or "",
            "flag": param.is_flag,
            "multiple": param.multiple,
        }
    return found


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
