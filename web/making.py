"""Python for a page: our modules compiled for it, and the memory that it starts from.

A page does not import hundreds of modules and read rules: this is done here once, and the
memory of Python with all of that in it is what the page loads. Beside it lies what is read
from files later, such as catalogues of languages.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from rulesrun.cli.output.problems import Unusable
from rulesrun.web.packages import PYODIDE, cache, package, run_node

MAKE = Path(str(files("rulesrun.web"))) / "node" / "make.mjs"

SITE = "/lib/rulesrun-site"
"""Where our modules lie for a page, and those that they need."""

HOME = "/home/web"
"""Where the rules of a page lie."""

LIBRARIES = ("attrs", "click", "lark")
"""What our modules need, by the names of the distributions."""

WRITING = ("cattrs", "lsprotocol", "pygls", "typing-extensions")
"""What the language server needs beside these."""

OPTIONAL = ("altair", "numpy", "polars", "scipy", "vl_convert")
"""What studies need, and no page has: modules that import these are left out."""

BY_NAME = ("rulesrun.dsl", "rulesrun.rules", "rulesrun.cli")
"""Packages that are looked for by their names, wherever files are read."""

DATA = (
    "dsl/syntax/*.lark",
    "dsl/syntax/*.json",
    "dsl/languages/*.po",
    "dsl/languages/problems/*.po",
    "interpreter/**/*.h",
)
"""Files of ours that are read while games are played."""

DATA_FOR_WRITING = ("dsl/problems/explanations/**/*.md",)
"""Files of ours that are read while rules are written."""

COMPILE = """
import ast, os, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[:1] = [] if len(node.body) > 1 else [ast.Pass(lineno=1, col_offset=0)]
    return ast.fix_missing_locations(tree)

def compiled(data, place):
    code = compile(without_docstrings(ast.parse(data)), place, "exec", dont_inherit=True)
    return _code_to_hash_pyc(code, bytes(8), checked=False)

with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_DEFLATED) as made:
    for folder, inner, names in os.walk("/sources"):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            place = os.path.relpath(path, "/sources")
            with open(path, "rb") as file:
                data = file.read()
            if name.endswith(".py"):
                place, data = place + "c", compiled(data, place)
            one = zipfile.ZipInfo(place)
            one.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(one, data)
"""
"""Nothing reads docstrings there, and they are a tenth of what a page would have to read."""

IMPORT = """
import gc, importlib, linecache, os, sys, zipimport
sys.path.insert(0, SITE)
os.chdir(HOME)
for name in MODULES:
    try:
        importlib.import_module(name)
    except ImportError as error:
        if error.name not in OPTIONAL:
            raise
"""
"""What is done before any memory is kept."""

FINISH = """
linecache.clearcache()  # lines of generated code, for traces that nobody reads there
zipimport._zip_directory_cache.clear()  # a page has fewer of these modules
gc.collect()
gc.freeze()  # what is there from the beginning is not looked through again
"\\n".join(sys.modules)
"""
"""What is done last: it gives the modules that are in memory."""

IMPORTS = re.compile(r"\b(?:from\s+([.\w]+)\s+)?import\s+(\([^)]*\)|[^\n;#(]*)")

BY_PYTHON = ("_pyodide", "encodings", "pyodide")
"""Packages of the standard library that are looked for by their names."""


def modules_for_pages(roots: Iterable[str], *, writing: bool) -> dict[str, bytes]:
    """The Python files and data of a page, by their places below SITE.

    Args:
        roots: The modules that the page calls; what they import comes with them.
        writing: Whether rules are written there; raises Unusable where what is needed for
            that is not installed.
    """
    result = {
        _place(name, path): path.read_bytes()
        for name, path in _imported_by((*roots, *BY_NAME)).items()
    }
    for pattern in (*DATA, *(DATA_FOR_WRITING if writing else ())):
        folder, _, inner = pattern.partition("/")
        base = Path(str(files(f"rulesrun.{folder}")))
        result |= {
            f"rulesrun/{folder}/{path.relative_to(base).as_posix()}": path.read_bytes()
            for path in base.glob(inner)
        }
    for name in (*LIBRARIES, *(WRITING if writing else ())):
        result |= dict(_library(name))
    result[f"rulesrun-{_version()}.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: rulesrun\nVersion: {_version()}\n".encode()
    )
    return result


def _place(name: str, path: Path) -> str:
    inner = name.replace(".", "/")
    return f"{inner}/__init__.py" if path.name == "__init__.py" else f"{inner}.py"


def _version() -> str:
    return metadata.version("rulesrun")


def _imported_by(roots: Iterable[str]) -> dict[str, Path]:
    """The files of our modules that these import, wherever they do, and their own."""
    result: dict[str, Path] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in result or not name.startswith("rulesrun"):
            continue
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            continue
        result[name] = Path(spec.origin)
        waiting += [name.rpartition(".")[0]] if "." in name else []
        for node in ast.walk(ast.parse(Path(spec.origin).read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting.append(node.module)
                if node.module.startswith("rulesrun"):
                    waiting += [
                        f"{node.module}.{alias.name}"
                        for alias in node.names
                        if _is_module(f"{node.module}.{alias.name}")
                    ]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return result


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _library(name: str) -> Iterator[tuple[str, bytes]]:
    """The Python files of a distribution; raises Unusable where it is not installed."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError as error:
        raise Unusable(
            f"a playground needs {name}, which is not installed: "
            "pip install 'rulesrun[editor]'"
        ) from error
    for file in distribution.files or ():
        inner = file.as_posix()
        suffixes = (".py", ".lark")
        if inner.startswith("..") or not inner.endswith((*suffixes, "/METADATA")):
            continue
        if "/tests/" not in inner and "__pyinstaller" not in inner:
            yield inner, Path(str(distribution.locate_file(file))).read_bytes()


def archive(texts: Mapping[str, bytes]) -> bytes:
    """An archive of files, the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in sorted(texts.items()):
            one = zipfile.ZipInfo(name)
            one.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(one, data)
    return buffer.getvalue()


def compiled(sources: Mapping[str, bytes]) -> Path:
    """The archive of the modules compiled for a page, from the cache if they are there."""
    packed = archive(sources)
    name = hashlib.sha256(packed + PYODIDE.integrity.encode() + COMPILE.encode())
    path = cache("python") / f"{name.hexdigest()[:32]}.zip"
    if path.is_file():
        return path
    with tempfile.TemporaryDirectory(dir=path.parent) as folder_name:
        folder = Path(folder_name)
        _lay(sources, folder / "sources")
        target = folder / "compiled.zip"
        _make(
            folder,
            folders=[[str(folder / "sources"), "/sources"]],
            compile=COMPILE,
            to=str(target),
        )
        target.replace(path)
    for other in path.parent.glob("*.zip"):  # those of older versions
        if other != path and other.stat().st_mtime < path.stat().st_mtime - 30 * 86400:
            other.unlink(missing_ok=True)
    return path


def memory(
    modules: Path,
    rules: Mapping[str, bytes],
    script: str,
) -> tuple[bytes, frozenset[str]]:
    """The memory of Python after a script, packed, and the modules that are in it.

    Args:
        modules: What `compiled` gave.
        rules: Files by their places below HOME.
        script: Python that loads what the page needs.
    """
    with tempfile.TemporaryDirectory(dir=cache("python")) as folder_name:
        folder = Path(folder_name)
        with zipfile.ZipFile(modules) as opened:
            opened.extractall(folder / "modules")
        _lay(rules, folder / "rules")
        target = folder / "memory"
        names = importable(modules)
        before = f"SITE, HOME, MODULES = {SITE!r}, {HOME!r}, {names!r}\n"
        before += f"OPTIONAL = {OPTIONAL!r}\n"
        output = _make(
            folder,
            folders=[[str(folder / "modules"), SITE], [str(folder / "rules"), HOME]],
            script=f"{before}{IMPORT}\n{script}\n{FINISH}",
            to=str(target),
        )
        return target.read_bytes(), frozenset(output.splitlines())


def prepared(
    roots: Iterable[str],
    rules: Mapping[str, bytes],
    script: str,
    *,
    writing: bool = False,
) -> tuple[bytes, dict[str, bytes], bytes]:
    """The memory of a page, the files that it reads later, and the modules that it may.

    The arguments are those of `modules_for_pages` and `memory`.
    """
    sources = modules_for_pages(roots, writing=writing)
    modules = compiled(sources)
    data, loaded = memory(modules, rules, script)
    texts = {f"{SITE[1:]}/{name}": text for name, text in data_of(modules).items()}
    return data, texts, library(sources, loaded)


def library(sources: Mapping[str, bytes], loaded: Collection[str]) -> bytes:
    """The standard library as an archive, without what no page imports.

    Args:
        sources: What modules_for_pages gave.
        loaded: The modules that are in the memory of the page: these are not read again.
    """
    with zipfile.ZipFile(package(PYODIDE) / "python_stdlib.zip") as whole:
        texts = {name: whole.read(name) for name in whole.namelist()}
    names = {_module_of(place): place for place in texts if place.endswith(".py")}
    waiting = [name for name in names if name.partition(".")[0] in BY_PYTHON]
    for place, data in sources.items():
        if place.endswith(".py"):
            waiting += _names_in(data, _module_of(place))
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in names or name in needed:
            continue
        needed.add(name)
        waiting += [name.rpartition(".")[0], *_names_in(texts[names[name]], name)]
    return archive({names[n]: texts[names[n]] for n in needed if n not in loaded})


def _module_of(place: str) -> str:
    return place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _names_in(data: bytes, own: str) -> Iterator[str]:
    """The modules that one may import, wherever it does; also names that are none.

    They are looked for as text: it is another Python than this one.
    """
    for start, listed in IMPORTS.findall(data.decode("utf-8")):
        names = [
            one.split()[0] for one in listed.strip("() ").split(",") if one.split()
        ]
        if not start:
            yield from names
            continue
        inner = start.lstrip(".")
        level, parents = len(start) - len(inner), own.split(".")
        for base in (parents, parents[:-1]):  # a package, or a module of one
            above = base[: len(base) - level + 1] if level else []
            result = ".".join((*above, *([inner] if inner else ())))
            yield result
            yield from (f"{result}.{name}" for name in names)


def importable(modules: Path) -> list[str]:
    """Our modules in an archive, by their names."""
    with zipfile.ZipFile(modules) as opened:
        names = [n for n in opened.namelist() if n.endswith(".pyc")]
    result = [
        n.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        for n in names
        if n.startswith("rulesrun/")
    ]
    return sorted(n for n in result if not n.endswith("__main__"))


def data_of(modules: Path) -> dict[str, bytes]:
    """What is read from files while a page is open: all but the modules."""
    with zipfile.ZipFile(modules) as opened:
        return {
            name: opened.read(name)
            for name in opened.namelist()
            if not name.endswith(".pyc")
        }


def _lay(texts: Mapping[str, bytes], folder: Path) -> None:
    """Write files by their places below a folder."""
    folder.mkdir()
    for name, data in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _make(folder: Path, **task: object) -> str:
    task["pyodide"] = str(package(PYODIDE))
    path = folder / "task.json"
    path.write_text(json.dumps(task), "utf-8")
    return run_node(MAKE, str(path), folder=folder)
