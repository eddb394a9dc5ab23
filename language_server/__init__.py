"""The language server: what editors ask about rules files while they are written."""
