"""From the core to C: the same rules as machine code."""
