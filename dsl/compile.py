"""From text to a checked program: parse, collect, read tables, infer, check."""

import hashlib
import posixpath

from attrs import frozen

from rulesrun.dsl.checks import CHECKS
from rulesrun.dsl.collect import World, collect
from rulesrun.dsl.diagnostics import Diagnostic, Severity
from rulesrun.dsl.files import read_files
from rulesrun.dsl.maps import read_maps
from rulesrun.dsl.statements import infer_types
from rulesrun.dsl.tables import Read, read_tables


@frozen
class Program:
    """A checked rule file: what it declares, and every text that it was made of."""

    path: str
    world: World
    texts: dict[str, str]
    digest: str

    @property
    def name(self) -> str:
        """The game's identifier."""
        assert self.world.game is not None
        return self.world.game.name


@frozen
class Compilation:
    """A program, if there is no error, and all that was found."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    texts: dict[str, str]
    path: str

    @property
    def sources(self) -> dict[str, str]:
        """Every text by the path that the diagnostics call it by."""
        folder = posixpath.dirname(self.path)
        found = {
            posixpath.normpath(posixpath.join(folder, name)): text
            for name, text in self.texts.items()
        }
        return {**found, self.path: self.texts[self.path]}


def compile_rules(text: str, path: str, read: Read) -> Compilation:
    """Check the text of a rule file; `read` gives the texts of files it names.

    Nothing is raised for a faulty file: every problem is a diagnostic.
    """
    texts = {path: text}

    def remember(name: str) -> str | None:
        found = texts.get(name) or read(name)
        if found is not None:
            texts[name] = found
        return found

    parsed = read_files(text, path, remember)
    found = list(parsed.diagnostics)
    world: World | None = None
    if parsed.file is not None:
        world = collect(parsed.file, parsed.broken)
        read_tables(world, remember)
        read_maps(world, remember)
        infer_types(world)
        clean = not found and not _errors(world.diagnostics)
        for check in CHECKS:
            if clean or check.always:
                world.diagnostics.extend(check.run(world, remember))
        found += world.diagnostics
    found.sort(key=lambda d: (d.span.path != path, d.span, d.code))
    program = None
    if world is not None and not _errors(found):
        program = Program(path, world, texts, digest(texts))
    return Compilation(program, tuple(dict.fromkeys(found)), texts, path)


def _errors(found: list[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in found)


def digest(texts: dict[str, str]) -> str:
    """A short hash of the rules: the same texts give the same one everywhere."""
    whole = hashlib.sha256()
    for name in sorted(texts):
        for part in (name.rsplit("/", 1)[-1], texts[name].replace("\r\n", "\n")):
            whole.update(part.encode())
            whole.update(b"\0")
    return whole.hexdigest()[:16]
