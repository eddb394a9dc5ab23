"""A position, a choice and what happens, as lines of text."""
