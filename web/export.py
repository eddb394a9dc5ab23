"""A game as a folder of files, or as one: it plays in a browser, without any server."""

from __future__ import annotations

import base64
import gzip
import json
import re
import time
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from attrs import Factory, define, frozen

from rulesrun.agents.measured import measurements
from rulesrun.cli.files.sources import find_path, text_of
from rulesrun.cli.files.test_files import tests_beside
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.book import book
from rulesrun.cli.web.looks import Looks, looks_beside
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.interpreter.native.wasm_build import digest_of, module_of
from rulesrun.table.about import about
from rulesrun.web import making
from rulesrun.web.horizons import SECONDS, measure
from rulesrun.web.packages import PYODIDE, package
from rulesrun.web.words import shell_words

ROOTS = ("rulesrun.web.inside",)

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".svg": "image/svg+xml",
}

AROUND = ("shell.js", "python.js")
"""The scripts of the page around the table."""

SCRIPTS = ("worker.js", *AROUND)

BEGINS = '<script src="page/boot.js" data-first></script>'
"""What begins a page stands first in it: Python is on its way while the rest is read."""

POLICY = (
    "default-src 'none'; script-src 'self' blob: 'unsafe-inline' 'wasm-unsafe-eval'; "
    "style-src 'self' blob: 'unsafe-inline'; img-src 'self' blob: data:; "
    "connect-src 'self' blob:; worker-src 'self' blob:; base-uri 'none'; "
    "form-action 'none'"
)
"""What the page may do: read what lies beside it or in it, and nothing else."""


@frozen
class Subject:
    """A game that is to become a page."""

    path: Path
    program: Program
    looks: Looks

    @classmethod
    def of(cls, file: str, program: Program) -> Subject:
        """The game of a path or a shipped name; raises Unusable for wrong looks."""
        path = find_path(file)
        return cls(path, program, looks_beside(path, program.world))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the page."""
        declared = self.program.world.game
        assert declared is not None
        return declared.languages or ("en",)

    def rules(self) -> dict[str, bytes]:
        """The files that the rules are read from, by their places from theirs on."""
        result: dict[str, bytes] = {}
        folder = self.path.parent
        own = self.path.with_suffix("")
        names = [name for name in self.program.texts if name != self.program.path]
        paths = [self.path, own / "looks.toml", *(folder / name for name in names)]
        if own.is_dir():
            paths += sorted((*own.glob("*.po"), *own.glob("rulebook.*.md")))
        for path in paths:
            if path.is_file():
                result[_below(path, folder)] = path.read_bytes()
        return result


def _below(path: Path, folder: Path) -> str:
    """A place from a folder on, also for what lies above that folder."""
    real, base = path.resolve(), folder.resolve()
    return real.relative_to(base).as_posix() if real.is_relative_to(base) else path.name


@define
class Site:
    """The files of a page by their places; those in `beside` are not in a pack."""

    texts: dict[str, bytes] = Factory(dict)
    beside: set[str] = Factory(set)

    def add(self, name: str, data: bytes | str, *, packed: bool = True) -> None:
        """One file more."""
        self.texts[name] = data.encode() if isinstance(data, str) else data
        if not packed:
            self.beside.add(name)

    def pack(self) -> str:
        """A script with all files, each compressed, for a page on a disk."""
        packed = {
            name: _printable(_compressed(data))
            for name, data in self.texts.items()
            if name not in self.beside
        }
        return f"globalThis.rulesrunPack = {json.dumps(packed)};\n"


def _printable(data: bytes) -> str:
    """Bytes as a quarter more letters, none of which means anything in a page or a script."""
    return base64.b85encode(data).replace(b"<", b".").decode("ascii")


def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def site_of(subject: Subject, *, measured: bool = True) -> Site:
    """The page of a game; raises Unusable where it cannot be made here.

    What is not `measured` here of how far thinkers look ahead, the page measures before
    their first choice; that takes it some ten seconds.
    """
    site = Site()
    add_page(site, SCRIPTS)
    engines = dict(_engines(subject, measured))
    add_python(site, *memory_of(subject))
    books = dict(_rulebooks(subject))
    for name, text in books.items():
        site.add(name, text)
    pictures, placed = pictures_of(subject.looks)
    for place, path in placed:
        site.add(place, path.read_bytes())
    for digest, code in set(engines.values()):
        site.add(f"engines/{digest}.wasm", code)
    settings = {
        **about(subject.program, shell_words),
        "engines": {n: f"engines/{digest}.wasm" for n, (digest, _) in engines.items()},
        "rulebooks": {name.split(".")[-2]: name for name in books},
        "pictures": pictures,
    }
    site.add("index.html", index(settings, subject.languages), packed=False)
    return site


def add_page(site: Site, scripts: Iterable[str]) -> None:
    """The scripts and styles of the table, and those around it."""
    add_table(site)
    for name in scripts:
        data = files("rulesrun.web").joinpath("page", name).read_bytes()
        site.add(f"page/{name}", data)


def add_table(site: Site) -> None:
    """The scripts and styles of the table, and what begins a page."""
    for part in sorted(files("rulesrun.table").joinpath("page").iterdir(), key=str):
        if part.name.endswith((".js", ".css", ".svg")):
            site.add(f"page/{part.name}", part.read_bytes())
    for name in ("boot.js", "shell.css"):
        data = files("rulesrun.web").joinpath("page", name).read_bytes()
        site.add(f"page/{name}", data)


def add_python(
    site: Site, memory: bytes, texts: Mapping[str, bytes], library: bytes
) -> None:
    """Python, the memory that it starts from, and what it reads later: files, modules."""
    folder = package(PYODIDE)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        site.add(f"python/{name}", _without_maps((folder / name).read_bytes(), name))
    site.add("python/python_stdlib.zip", library)
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    site.add("python/lock.json", json.dumps({"info": lock["info"], "packages": {}}))
    site.add("python/memory.bin", _compressed(memory))
    files_of_python = {name: text.decode("utf-8") for name, text in texts.items()}
    site.add("python/files.bin", _compressed(json.dumps(files_of_python).encode()))


def _without_maps(data: bytes, name: str) -> bytes:
    """A script that asks for no map of its source, which nobody has."""
    if not name.endswith(".mjs"):
        return data
    return re.sub(rb"\n?//# sourceMappingURL=\S*\s*$", b"\n", data)


def memory_of(subject: Subject) -> tuple[bytes, dict[str, bytes], bytes]:
    """The memory of Python with a game read, the files that it reads later, and modules."""
    rules = subject.rules()
    script = (
        "from rulesrun.web import inside\n"
        f"inside.prepare({subject.path.name!r}, {dict(measurements())!r})"
    )
    memory, texts, library = making.prepared(ROOTS, rules, script)
    return (
        memory,
        texts | {f"{making.HOME[1:]}/{n}": d for n, d in rules.items()},
        library,
    )


def _rulebooks(subject: Subject) -> Iterable[tuple[str, str]]:
    """The rulebook beside the rules, as a page in each language."""
    program = subject.program
    game = make_game(program, player_counts(program.world)[-1], {})
    begun = game.start(1) if game.layout.boards else None
    tests = [(t.name, text_of(t)) for t in tests_beside(subject.path)]
    for language in subject.languages:
        labels = Labels(game, Words(language))
        yield f"rulebook.{language}.html", book(labels, subject.looks, tests, begun)


def _engines(
    subject: Subject, measured: bool
) -> Iterable[tuple[int, tuple[str, bytes]]]:
    """The compiled game for each number of players, as far as it can be made here."""
    end = time.process_time() + SECONDS
    for players in player_counts(subject.program.world):
        try:
            game = make_game(subject.program, players, {})
            text = compile_to_c(game.module).text
            yield players, (digest_of(text), module_of(text))
            if measured and time.process_time() < end:
                measure(game, end)
        except (NoCompiler, Unsupported, Unusable) as error:
            click.echo(Words(spoken()).say("thinks in Python", why=error), err=True)


def pictures_of(looks: Looks) -> tuple[dict[str, Any], list[tuple[str, Path]]]:
    """The pictures of a game as its page looks for them; where they are to lie, and do."""
    folder = looks.folder
    if folder is None:
        return {}, []
    paths = [folder / name for name in sorted(set(looks.pictures.values()))]
    there = [p for p in paths if p.is_file() and p.suffix in PICTURES]
    settings = {
        p.name: {"path": f"pictures/{p.name}", "type": PICTURES[p.suffix]}
        for p in there
    }
    return settings, [(f"pictures/{p.name}", p) for p in there]


def index(
    data: Mapping[str, Any],
    languages: Iterable[str],
    first: str = "shell.js",
    around: Iterable[str] = AROUND,
) -> str:
    """The page itself: that of the table, with what is around it."""
    text = files("rulesrun.table").joinpath("page", "table.html").read_text("utf-8")
    text = text.replace("/page/", "page/")
    text = re.sub(r'\n<script type="module".*?</script>', "", text)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    text = text.replace("<title>", f"{policy}\n<title>", 1)
    text = text.replace("</title>", f"</title>\n{BEGINS}", 1)
    text = text.replace(
        "</head>", '<link rel="stylesheet" href="page/shell.css">\n</head>'
    )
    failed = " / ".join(shell_words(language)["failed"] for language in languages)
    styles = "page/table.css page/shell.css"
    scripts = " ".join(f"page/{name}" for name in (*_table_scripts(), *around))
    attributes = (
        f'data-first="page/{first}" data-styles="{styles}" data-scripts="{scripts}"'
    )
    text = text.replace("<body>", f"<body {attributes}>")
    text = text.replace(
        '<p id="alert" role="alert">',
        f'<p id="alert" role="alert" data-failed="{failed}">',
    )
    text = text.replace(
        '<div id="tools">', '<div id="shell"></div>\n  <div id="tools">'
    )
    inner = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    around = (
        '<p id="keeps" role="status"></p>\n'
        '<form id="setup" hidden></form>\n<div id="cover" hidden></div>\n'
        f'<script type="application/json" id="about">{inner}</script>\n</body>'
    )
    return text.replace("</body>", around)


def _table_scripts() -> list[str]:
    """The scripts of the table, which the page asks for before they are imported."""
    result = files("rulesrun.table").joinpath("page").iterdir()
    return sorted(part.name for part in result if part.name.endswith(".js"))


def single(site: Site) -> str:
    """The page with all of its files inside."""
    text = site.texts["index.html"].decode()
    text = re.sub(r'\n<link rel="(stylesheet|icon)"[^>]*>', "", text)
    boot = site.texts["page/boot.js"].decode()
    inner = f"<script>\n{site.pack()}</script>\n<script>\n{boot}</script>"
    return text.replace(f"{BEGINS}\n", "").replace("</body>", f"{inner}\n</body>")
