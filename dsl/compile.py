"""From text to a checked program: parse, collect, read tables, infer, check."""

import hashlib
import posixpath
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen

from rulesrun.dsl.checks import CHECKS
from rulesrun.dsl.data.columns import with_columns
from rulesrun.dsl.data.files import Files, read_files
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.data.supplied import read_data
from rulesrun.dsl.data.translations import Beside, read_beside, with_labels
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Severity
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.rechecking import Kept, understand
from rulesrun.dsl.semantics.collect import collect
from rulesrun.dsl.semantics.declarations import infer_types
from rulesrun.dsl.semantics.probing import Probe
from rulesrun.dsl.semantics.resolve import resolve
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.text import lines_of

NAMES = frozenset(
    """
    unknown-name unknown-type unknown-field unknown-function unknown-rule unknown-action
    unknown-event unknown-option unknown-paragraph extra-column missing-column bad-cell
    """.split()
)
"""The problems that may only look like many, since one declaration is misspelled."""

MOST_ERRORS = 99
"""One fewer than the reading of a file tells of, so that a cut is always told."""


@frozen(repr=False)
class Program:
    """A checked rule file: what it declares, and every text that it was made of.

    It never changes. Pickled, it is its texts, and is made anew from them. The texts
    of `translations` are no part of what the rules say, nor of their digest.
    """

    path: str
    world: World
    texts: dict[str, str]
    digest: str
    translations: dict[str, str] = field(factory=dict)

    @property
    def name(self) -> str:
        """The game's identifier."""
        assert self.world.game is not None
        return self.world.game.name

    def is_of(self, rules: str) -> bool:
        """Whether a digest, such as one that a log or a save holds, is of these rules."""
        return rules in (self.digest, former_digest(self.texts))

    def __repr__(self) -> str:
        return f"<Program {self.path}>"

    def __copy__(self) -> "Program":
        return self

    def __deepcopy__(self, memo: object) -> "Program":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        texts = {**self.texts, **self.translations}
        return _again, (self.path, tuple(texts.items()), self.world.languages)


@frozen
class Compilation:
    """A program, if there is no error, and all that was found.

    `notes` are no problems: they say what nobody has proved to be right. `world` is what
    is known of the rules in spite of errors.
    """

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    texts: dict[str, str] = field(repr=False)
    path: str
    world: World | None = field(default=None, repr=False, eq=False)
    notes: tuple[Diagnostic, ...] = ()
    translations: dict[str, str] = field(factory=dict, repr=False)

    @property
    def sources(self) -> dict[str, str]:
        """Every text by the path that the diagnostics call it by."""
        return _sources(self.path, {**self.texts, **self.translations})


def _sources(path: str, texts: dict[str, str]) -> dict[str, str]:
    folder = posixpath.dirname(path)
    result = {
        posixpath.normpath(posixpath.join(folder, name)): text
        for name, text in texts.items()
    }
    return {**result, path: texts[path]}


def compile_rules(
    text: str,
    path: str,
    read: Read,
    limits: Limits = DEFAULT,
    readings: Readings | None = None,
    languages: Iterable[str] = (),
) -> Compilation:
    """Check the text of a rule file; `read` gives the texts of files it names.

    Nothing is raised for a faulty file: every problem is a diagnostic. The limits are
    those of the program, too. Blocks that are in the `readings` are not read again.
    Translations are read in the languages that the game declares and in these, in which
    they may be incomplete.
    """
    return check_rules(understand_rules(text, path, read, limits, readings, languages))


@frozen
class Understood:
    """A file in which every name is known, and that has not been checked as a whole."""

    path: str
    parsed: Files
    world: World | None
    others: Beside | None
    texts: dict[str, str] = field(repr=False)
    read: Read = field(repr=False)
    kept: Kept | None = field(default=None, repr=False)

    @property
    def sources(self) -> dict[str, str]:
        """Every text by the path that spans call it by."""
        translations = self.others.texts if self.others is not None else {}
        return _sources(self.path, {**self.texts, **translations})

    def look(self, name: str) -> str | None:
        """The text of a file; what is no part of the rules is not kept as one."""
        beside = self.others.texts if self.others is not None else {}
        return beside[name] if name in beside else self.read(name)


def understand_rules(
    text: str,
    path: str,
    read: Read,
    limits: Limits = DEFAULT,
    readings: Readings | None = None,
    languages: Iterable[str] = (),
    probe: Probe | None = None,
) -> Understood:
    """The names and types of a rule file; see `compile_rules`, which begins with this.

    A `probe` notes what is known where a name is still to be written; see `PROBE`.
    """
    texts = {path: text}

    def remember(name: str) -> str | None:
        result = texts.get(name) or read(name)
        if result is not None:
            texts[name] = result
        return result

    parsed = read_files(text, path, remember, limits, readings)
    if parsed.file is None:
        return Understood(path, parsed, None, None, texts, remember)
    parsed = with_columns(parsed, remember, readings)
    assert parsed.file is not None
    spoken = tuple(dict.fromkeys((*_declared(parsed.file), *languages)))
    others = read_beside(parsed.file, spoken, read)
    file = with_labels(parsed.file, others, readings)
    if readings is None:
        world = _understood(file, parsed, remember, limits, others)
    else:
        world = understand(parsed, file, remember, limits, others, readings, probe)
    world.languages, world.unread = spoken, others.unread
    memo = readings.understood.get(path) if readings is not None else None
    return Understood(path, parsed, world, others, texts, remember, memo)


def check_rules(understood: Understood) -> Compilation:
    """All that is wrong with a file; the program, if nothing is."""
    path, world, texts = understood.path, understood.world, understood.texts
    diagnostics = list(understood.parsed.diagnostics)
    translations: dict[str, str] = {}
    if world is not None and understood.others is not None:
        translations = understood.others.texts
        diagnostics += understood.others.problems
        if diagnostics or not _is_still_good(understood):
            _check(understood, world, diagnostics)
        diagnostics += world.diagnostics
    diagnostics.sort(key=lambda d: (d.span.path != path, d.span, d.code))
    program = None
    if world is not None and not _errors(diagnostics):
        program = Program(path, world, texts, digest(path, texts), translations)
    reported = _merged(_certain(diagnostics))
    notes = tuple(d for d in reported if d.severity is Severity.NOTE)
    reported = _limited(tuple(d for d in reported if d.severity is not Severity.NOTE))
    return Compilation(program, reported, texts, path, world, notes, translations)


def _check(understood: Understood, world: World, diagnostics: list[Diagnostic]) -> None:
    """Run the checks of the whole file; their problems go to its report."""
    texts_read: dict[str, str | None] = {}

    def read(name: str) -> str | None:
        texts_read[name] = understood.look(name)
        return texts_read[name]

    for check in CHECKS:
        if check.always or not _errors(diagnostics + world.diagnostics):
            for one in check.run(world, read):
                world.told.add(one)
    wrong = [d for d in world.diagnostics if d.severity is not Severity.NOTE]
    if understood.kept is not None and not (diagnostics or wrong):
        understood.kept.good = texts_read


def _is_still_good(understood: Understood) -> bool:
    """Whether nothing was wrong, and nothing that the checks ask for has changed."""
    good = understood.kept.good if understood.kept is not None else None
    return good is not None and all(understood.look(n) == t for n, t in good.items())


def _declared(file: nodes.RuleFile) -> tuple[str, ...]:
    """The languages that the game of a file is written in."""
    games = (d for d in file.declarations if isinstance(d, nodes.Game))
    return next((game.languages for game in games), ())


def _understood(
    file: nodes.RuleFile, parsed: Files, read: Read, limits: Limits, others: Beside
) -> World:
    declared = collect(file, parsed.broken, parsed.lost, limits)
    supplied = read_data(declared, read, others)
    return infer_types(resolve(supplied))


@lru_cache(maxsize=16)
def _again(
    path: str, texts: tuple[tuple[str, str], ...], languages: tuple[str, ...] = ()
) -> Program:
    """The program that is made of these texts; raises ValueError if it has errors."""
    by_path = dict(texts)
    compilation = compile_rules(by_path[path], path, by_path.get, languages=languages)
    program = compilation.program
    if program is None:
        raise ValueError(f"{path} was pickled by another version, and has errors now")
    return program


def _errors(diagnostics: list[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in diagnostics)


def _certain(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """All but warnings about a line with an error: it may mean something else."""
    wrong = {
        (d.span.path, d.span.line) for d in diagnostics if d.severity is Severity.ERROR
    }
    return [
        d
        for d in diagnostics
        if d.severity is Severity.ERROR or (d.span.path, d.span.line) not in wrong
    ]


def _merged(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The problems, each name that is unknown told of once, with its other places."""
    merged: dict[object, Diagnostic] = {}
    places: dict[object, list[Span]] = {}
    for one in dict.fromkeys(diagnostics):
        key: object = (one.code, one.message) if one.code in NAMES else one
        first = merged.setdefault(key, one)
        if first is not one:
            places.setdefault(key, []).append(one.span)
            if first.hint == one.hint:  # what mends one of them mends them all
                edits = tuple(dict.fromkeys((*first.edits, *one.edits)))
                merged[key] = evolve(first, edits=edits)
    for key, spans in places.items():
        labels = [Label(span, "and here") for span in spans[:2]]
        if len(spans) > 2:
            more = "once" if len(spans) == 3 else f"{len(spans) - 2} times"
            labels[-1] = Label(spans[1], f"and here, and {more} more")
        first = merged[key]
        merged[key] = evolve(first, labels=(*first.labels, *labels))
    return tuple(merged.values())


def _limited(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The first problems; nobody reads hundreds of them."""
    errors = [i for i, d in enumerate(diagnostics) if d.severity is Severity.ERROR]
    if len(errors) <= MOST_ERRORS:
        return diagnostics
    cut = errors[MOST_ERRORS]
    last = problem(
        "too-many-errors",
        diagnostics[cut].span,
        f"the problems from here on are not shown: these are the first {MOST_ERRORS}",
        hint="correct the first ones, then check the file again",
    )
    return (*diagnostics[:cut], last)


def digest(path: str, texts: dict[str, str]) -> str:
    """A short hash of rules: of what is read, not of how it is kept.

    Where the files lie, how the first one is called, how lines end, and what cannot be
    seen at the ends of lines and of files make no difference.
    """
    others = sorted((posixpath.basename(n), t) for n, t in texts.items() if n != path)
    return _hash((name, _as_read(text)) for name, text in [("", texts[path]), *others])


def _as_read(text: str) -> str:
    return "\n".join(line.rstrip(" \t") for line in lines_of(text)).rstrip("\n")


def former_digest(texts: dict[str, str]) -> str:
    """The hash of the same rules that logs and saves held before: of the texts as kept."""
    pairs = ((n.rsplit("/", 1)[-1], t.replace("\r\n", "\n")) for n, t in texts.items())
    return _hash(sorted(pairs))


def _hash(pairs: Iterable[tuple[str, str]]) -> str:
    whole = hashlib.sha256()
    for pair in pairs:
        for part in pair:
            whole.update(part.encode())
            whole.update(b"\0")
    return whole.hexdigest()[:16]
