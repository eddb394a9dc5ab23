"""A page on which games are written, tried out and played: its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path

from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.files.starter import starter
from rulesrun.cli.files.variant import variant_files
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.dsl.languages.spoken import languages
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS
from rulesrun.dsl.syntax.words import BUILTIN_ENUMS, BUILTIN_NAMES, KEYWORDS, ZONES
from rulesrun.language_server.textmate import CONSTANTS, TYPES
from rulesrun.web import making
from rulesrun.web.codemirror import SCRIPTS
from rulesrun.web.export import POLICY, Site, add_page, add_python, index
from rulesrun.web.packages import package
from rulesrun.web.words import playground_words
from rulesrun.web.workshop import NAME

ROOTS = (
    "rulesrun.web.workshop",
    "rulesrun.cli.commands.scenarios",
    "rulesrun.cli.commands.simulate",
)
"""What the workers call; commands are looked for by their names."""

PARTS = (
    "shell.js",
    "python.js",
    "worker.js",
    "early.js",
    "playground.js",
    "editor.js",
    "project.js",
    "playground.css",
)

OWN = tuple(f"page/{name}" for name in ("editor.js", "project.js", "draw.js"))
"""Scripts that the page asks for before they are imported, as it does those of SCRIPTS."""


def playground() -> Site:
    """The files of a playground; raises Unusable where it cannot be made here."""
    site = Site()
    add_page(site, PARTS)
    script = "from rulesrun.web import workshop\nworkshop.prepare()"
    add_python(site, *making.prepared(ROOTS, {}, script, writing=True))
    scripts = dict(_editor(site))
    games = dict(_games(site))
    nothing = {"name": "", "digest": "", "players": [2, 2], "languages": [], "told": {}}
    table = index(nothing, languages())
    site.add(
        "table.html",
        table.replace("<body ", '<body data-hosted="yes" ', 1).replace(
            " data-first>", ">", 1
        ),
    )
    site.add("index.html", _index(scripts, games))
    return site


def _editor(site: Site) -> Mapping[str, str]:
    """The scripts of the text editor: where each lies that others import by name."""
    result = {}
    licences = []
    for name, (wanted, inner) in SCRIPTS.items():
        folder = package(wanted)
        place = f"editor/{wanted.plain_name}.js"
        text = (folder / inner).read_text("utf-8")
        lines = [
            x for x in text.splitlines() if not x.startswith("//# sourceMappingURL")
        ]
        site.add(place, "\n".join(lines) + "\n")
        result[name] = f"./{place}"
        licence = next(iter(sorted(folder.glob("LICEN[CS]E*"))), None)
        if licence is not None:
            licences.append(f"{name} {wanted.version}\n\n{licence.read_text('utf-8')}")
    site.add("editor/LICENSES.txt", f"\n{'-' * 72}\n\n".join(licences))
    return result


def _games(site: Site) -> Mapping[str, str]:
    """The games that one can begin with: where the texts of each lie."""
    own = {"main": f"{NAME}.rules", "files": starter(NAME)}
    site.add("games/new.json", json.dumps(own, ensure_ascii=False))
    result = {}
    for name in shipped():
        short = name.rpartition("/")[2]
        try:
            texts = variant_files(name, short, Path())
        except (Problem, Unusable):
            continue
        sources = {path.as_posix(): text for path, text in texts.items()}
        project = {"main": f"{short}.rules", "files": sources}
        site.add(f"games/{short}.json", json.dumps(project, ensure_ascii=False))
        result[short] = name
    return result


def _index(scripts: Mapping[str, str], games: Mapping[str, str]) -> str:
    """The page itself."""
    text = files("rulesrun.web").joinpath("page", "playground.html").read_text("utf-8")
    data = {
        "games": sorted(games),
        "words": {
            language: dict(playground_words(language)) for language in languages()
        },
        "language": {
            "declarations": sorted(DECLARATIONS),
            "keywords": sorted(KEYWORDS - CONSTANTS),
            "types": sorted({*TYPES, *ZONES, *BUILTIN_ENUMS}),
            "constants": sorted(CONSTANTS),
            "names": sorted({*BUILTIN_NAMES, "it"}),
        },
    }
    inner = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "POLICY": escape(POLICY.replace("default-src 'none'", _WITH_FRAME)),
        "IMPORTS": json.dumps({"imports": dict(scripts)}),
        "PRELOADS": "\n".join(
            f'<link rel="modulepreload" href="{place}">'
            for place in (*OWN, *(one.removeprefix("./") for one in scripts.values()))
        ),
        "KNOWN": inner,
    }
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


_WITH_FRAME = "default-src 'none'; frame-src 'self'"
"""The table stands in a frame of its own."""
