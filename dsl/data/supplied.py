"""All that is read from beside the rules, or from lists in them."""

from rulesrun.dsl.data.links import read_links
from rulesrun.dsl.data.maps import read_maps
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.data.tables import read_tables
from rulesrun.dsl.data.translations import Beside, label_components
from rulesrun.dsl.semantics.world import Declared, Supplied, Supplying


def read_data(declared: Declared, read: Read, others: Beside) -> Supplied:
    """The rows of tables, maps and links, and the components of lists with their labels."""
    supplied = Supplying.after(declared)
    read_tables(supplied, read)
    label_components(supplied, others)
    read_maps(supplied, read)
    read_links(supplied, read)
    return supplied
