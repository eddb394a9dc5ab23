"""Names of files inside rule files, and the files that a rule file includes."""

import posixpath

from attrs import frozen

from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.lines import NAMING
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.readings import Readings

MOST_FILES = 100
"""So many files are read for one game."""

WHOLE = NAMING | {"game", "play", "state", "each"}
"""What is lost with a whole file."""


@frozen
class Files:
    """A rule file with all that it includes, as one list of declarations."""

    file: nodes.RuleFile | None
    diagnostics: tuple[Diagnostic, ...]
    broken: frozenset[str]
    lost: frozenset[str]


def read_files(
    text: str,
    path: str,
    read: Read,
    limits: Limits = DEFAULT,
    readings: Readings | None = None,
) -> Files:
    """Parse a file and what it includes; each file counts once."""
    left = limits.kilobytes * 1000
    diagnostics: list[Diagnostic] = []
    broken: set[str] = set()
    lost: set[str] = set()
    done: set[str] = set()

    def load(
        text: str, path: str, chain: tuple[tuple[str, Span], ...]
    ) -> list[nodes.Decl]:
        nonlocal left
        done.add(path)
        left -= len(text)
        if left < 0 or len(done) > MOST_FILES:
            at = chain[-1][1] if chain else Span(path, 1, 1, 1, 1)
            too_long = f"{limits.kilobytes:,} kilobytes (the limit `kilobytes`)"
            what = too_long if left < 0 else f"{MOST_FILES} files"
            if not any(d.code == "too-large" for d in diagnostics):
                diagnostics.append(_too_long(at, what))
            lost.update(WHOLE)
            return []
        parsed = parse(text, path, readings)
        diagnostics.extend(parsed.diagnostics)
        broken.update(parsed.broken)
        lost.update(parsed.lost)
        decls: list[nodes.Decl] = []
        for decl in parsed.file.declarations if parsed.file is not None else ():
            if isinstance(decl, nodes.Include):
                decls.extend(included(decl, path, chain))
            else:
                decls.append(decl)
        return decls

    def included(
        decl: nodes.Include, path: str, chain: tuple[tuple[str, Span], ...]
    ) -> list[nodes.Decl]:
        name = beside(root, decl.name_span, decl.name)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(root), name))
        chain = (*chain, (path, decl.name_span))
        if any(target == posixpath.normpath(p) for p, _ in chain):
            labels = [Label(span, "included from here") for _, span in chain[:-1]]
            above = posixpath.join("..", decl.name)
            hint = "remove this line"
            if target == posixpath.normpath(path):
                lost.update(WHOLE)  # whatever the file that was meant would declare
                if read(beside(root, decl.name_span, above)) is not None:
                    hint = f'did you mean "{above}"?'
            diagnostics.append(
                problem(
                    "recursive-include",
                    decl.name_span,
                    f'"{decl.name}" includes itself',
                    labels=tuple(labels),
                    hint=hint,
                )
            )
            return []
        if target in done:
            return []
        text = read(name)
        if text is None:
            lost.update(WHOLE)  # whatever it would declare
            diagnostics.append(
                problem(
                    "unreadable-table",
                    decl.name_span,
                    f'there is no readable file "{decl.name}"',
                    mark="not found",
                    hint="the name counts from the folder of this file",
                )
            )
            return []
        return load(text, target, chain)

    root = path
    declarations = load(text, path, ())
    if not declarations and diagnostics:
        first_failed = any(
            d.code in ("empty-file", "unknown-edition") for d in diagnostics
        )
        if first_failed:
            return Files(None, tuple(diagnostics), frozenset(broken), frozenset(lost))
    return Files(
        nodes.RuleFile(path=path, declarations=tuple(declarations)),
        tuple(diagnostics),
        frozenset(broken),
        frozenset(lost),
    )


def _too_long(at: Span, what: str) -> Diagnostic:
    return problem(
        "too-large",
        at,
        f"the rules with all that they include are longer than {what}",
        mark="with this file" if at.line > 1 else "",
        hint="keep long lists of components in CSV files",
    )
