"""Rules files and what belongs to them, found, checked and written."""
