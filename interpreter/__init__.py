"""Playing: from a checked program to a running game."""
