"""From the tree to what its names stand for and its expressions are."""
