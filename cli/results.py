"""What became of each scenario, for programs that read it: JSON, and XML as JUnit has it.

JUnit's form is that of https://github.com/testmoapp/junitxml, which servers that build
and test software read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.etree import ElementTree as Xml

from attrs import asdict, frozen

from rulesrun.cli.failures import excerpt
from rulesrun.cli.messages.translating import lines_in
from rulesrun.cli.messages.words import Words
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.interpreter.testing.scenarios import Outcome

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no file of XML 1.0 may hold."""


@frozen
class Result:
    """A scenario, or a problem of a file that cannot be tested.

    `status` is `passed`, `failed` or `error`; `file` and `line` say where it failed, else
    where the scenario begins; `file` and `suite`, the file that was run, are paths.
    `code` is that of a problem.
    """

    suite: str
    title: str
    status: str
    file: str
    line: int
    column: int
    seconds: float
    message: str = ""
    details: tuple[str, ...] = ()
    code: str = ""


def result_of(
    suite: str,
    outcome: Outcome,
    seconds: float,
    compilation: Compilation,
    words: Words,
) -> Result:
    """What became of a scenario that was carried out."""
    where = outcome.where if outcome.where and outcome.where.path else outcome.span
    failed = outcome.message is not None
    details: tuple[str, ...] = ()
    if failed:
        texts = (lines_in(one, words) for one in outcome.details)
        details = (*excerpt(where, compilation), *texts)
    return Result(
        suite,
        outcome.title,
        "failed" if failed else "passed",
        where.path,
        where.line,
        where.column,
        seconds,
        lines_in(outcome.message or "", words),
        details,
    )


def faults_of(suite: str, compilation: Compilation, words: Words) -> Iterator[Result]:
    """The errors of a file whose scenarios cannot be carried out."""
    for diagnostic in compilation.diagnostics:
        if diagnostic.severity is Severity.ERROR:
            span = diagnostic.span
            hint = (
                ()
                if diagnostic.hint is None
                else (lines_in(str(diagnostic.hint), words),)
            )
            yield Result(
                suite,
                suite,
                "error",
                span.path,
                span.line,
                span.column,
                0.0,
                lines_in(diagnostic.message, words),
                (*excerpt(span, compilation), *hint),
                diagnostic.code,
            )


def as_json(results: Iterable[Result]) -> str:
    """The results as a list of objects, one for each, with the fields of a result."""
    return json.dumps([asdict(one) for one in results], indent=2)


def as_junit(results: Iterable[Result]) -> str:
    """The results as a file of XML: a suite for each file, a case for each scenario."""
    whole = Xml.Element("testsuites", name="rulesrun")
    every = list(results)
    _count(whole, every)
    for name, group in groupby(every, key=lambda one: one.suite):
        cases = list(group)
        suite = Xml.SubElement(whole, "testsuite", name=_plain(name))
        _count(suite, cases)
        for one in cases:
            case = Xml.SubElement(
                suite,
                "testcase",
                name=_plain(one.title),
                classname=_plain(name),
                file=_plain(one.file),
                line=str(one.line),
                time=f"{one.seconds:.3f}",
            )
            if one.status != "passed":
                what = "error" if one.status == "error" else "failure"
                element = Xml.SubElement(case, what, message=_plain(one.message))
                if one.code:
                    element.set("type", one.code)
                place = f"{one.file}:{one.line}:{one.column}: {one.message}"
                element.text = _plain("\n".join((place, *one.details)))
    Xml.indent(whole)
    return "<?xml version='1.0' encoding='UTF-8'?>\n" + Xml.tostring(
        whole, encoding="unicode"
    )


def _count(element: Xml.Element, results: list[Result]) -> None:
    """How many there are of each kind, and how long they took."""
    for name, status in (("failures", "failed"), ("errors", "error")):
        number = sum(one.status == status for one in results)
        element.set(name, str(number))
    element.set("tests", str(len(results)))
    element.set("time", f"{sum(one.seconds for one in results):.3f}")


def _plain(text: str) -> str:
    """A text without what XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
