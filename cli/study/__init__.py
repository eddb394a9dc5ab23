"""Studies: what they ask, carry out, keep and report."""
