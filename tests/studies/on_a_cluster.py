"""A study on a real Ray cluster of several nodes, one of which is killed in the middle.

Needs `rulesrun[cluster]`; `make cluster-test` runs it. It compares the rows with those of
one process, file by file.
"""

import argparse
import sys
import time

from ray.cluster_utils import Cluster as Nodes

import rulesrun
from rulesrun.studies.cluster import Cluster
from rulesrun.studies.plan import Arm, Study, part_size, parts
from rulesrun.studies.work import Alone


def main() -> int:
    """Play it; the status is 1 where the rows differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="kingdom_builder")
    parser.add_argument("--games", type=int, default=6400)
    parser.add_argument("--kind", default="random")
    parser.add_argument("--nodes", type=int, default=3)
    given = parser.parse_args()

    game = rulesrun.load(given.game, players=2)
    study = Study((Arm("", game, (given.kind,) * 2),))
    size = part_size(given.games)
    alone = dict(Alone().results(study, parts(1, given.games, size)))
    print(f"one process: {len(alone)} parts", flush=True)

    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [nodes.add_node(num_cpus=1) for _ in range(given.nodes - 1)]
    nodes.wait_for_nodes()
    began, result, killed = time.perf_counter(), {}, False
    with Cluster(nodes.address) as cluster:
        print(f"{given.nodes} nodes, {cluster.processors} processors", flush=True)
        for part, rows in cluster.results(study, parts(1, given.games, size)):
            result[part] = rows
            if not killed and len(result) >= len(alone) // 4:
                nodes.remove_node(others[-1], allow_graceful=False)
                killed = True
                print(f"a node is killed after {len(result)} parts", flush=True)
    nodes.shutdown()
    seconds = time.perf_counter() - began
    same = result == alone and killed
    print(
        f"{len(result)} parts in {seconds:.0f} s: {'the same' if same else 'DIFFERENT'}"
    )
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
