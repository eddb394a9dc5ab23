"""From the core to Python: one small match over few kinds of nodes a module."""
