"""The checks of a whole file: each a pure function from the world to problems.

Each family has a file of its own. To add one, write it, list it here, and add a bad
and a good file to `tests/bad` and `tests/good`.
"""

from collections.abc import Callable, Iterator

from attrs import frozen

from rulesrun.dsl.checks.at_once import check_at_once
from rulesrun.dsl.checks.cancelling import check_cancelling
from rulesrun.dsl.checks.choices import check_choices
from rulesrun.dsl.checks.citations import check_citations
from rulesrun.dsl.checks.component_labels import check_component_labels
from rulesrun.dsl.checks.components import check_components
from rulesrun.dsl.checks.departures import check_departures
from rulesrun.dsl.checks.endings import check_endings
from rulesrun.dsl.checks.estimate import check_estimate
from rulesrun.dsl.checks.expectations import check_expectations
from rulesrun.dsl.checks.extent import check_extent
from rulesrun.dsl.checks.fixtures import check_fixtures
from rulesrun.dsl.checks.flow import check_flow
from rulesrun.dsl.checks.hypotheses import check_hypotheses
from rulesrun.dsl.checks.keys import check_keys
from rulesrun.dsl.checks.knowledge import check_knowledge
from rulesrun.dsl.checks.labels import check_labels
from rulesrun.dsl.checks.loops import check_loops
from rulesrun.dsl.checks.misspellings import check_misspellings
from rulesrun.dsl.checks.needs import check_reasons
from rulesrun.dsl.checks.order import check_order
from rulesrun.dsl.checks.pieces import check_pieces
from rulesrun.dsl.checks.players import check_players
from rulesrun.dsl.checks.ranges import check_ranges
from rulesrun.dsl.checks.scenarios import check_scenarios
from rulesrun.dsl.checks.sequences import check_sequences
from rulesrun.dsl.checks.setup import check_setup
from rulesrun.dsl.checks.sizes import check_sizes
from rulesrun.dsl.checks.steps import check_steps
from rulesrun.dsl.checks.supply import check_supply
from rulesrun.dsl.checks.terms import check_terms
from rulesrun.dsl.checks.usage import check_actions, check_usage
from rulesrun.dsl.checks.variables import check_variables
from rulesrun.dsl.checks.visibility import (
    check_announcements,
    check_audiences,
    check_shows,
    check_visibility,
)
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics.world import World


@frozen
class Check:
    """A check; `always` says that it makes sense beside errors too."""

    run: Callable[[World, Read], Iterator[Diagnostic]]
    always: bool = False


CHECKS: tuple[Check, ...] = (
    Check(check_usage, always=True),
    Check(check_variables, always=True),
    Check(check_ranges, always=True),
    Check(check_visibility, always=True),
    Check(check_flow, always=True),
    Check(check_cancelling),
    Check(check_endings, always=True),
    Check(check_at_once, always=True),
    Check(check_order, always=True),
    Check(check_components, always=True),
    Check(check_scenarios, always=True),
    Check(check_supply, always=True),
    Check(check_sizes, always=True),
    Check(check_extent),
    Check(check_players, always=True),
    Check(check_estimate),
    Check(check_citations, always=True),
    Check(check_labels, always=True),
    Check(check_terms),
    Check(check_misspellings),
    Check(check_component_labels),
    Check(check_expectations),
    Check(check_fixtures),
    Check(check_sequences),
    Check(check_actions),
    Check(check_keys),
    Check(check_hypotheses),
    Check(check_steps),
    Check(check_loops),
    Check(check_reasons),
    Check(check_choices),
    Check(check_departures),
    Check(check_knowledge),
    Check(check_audiences),
    Check(check_shows),
    Check(check_announcements),
    Check(check_pieces),
    Check(check_setup),
)
"""In this order: the later ones count on what the earlier ones would have found."""
