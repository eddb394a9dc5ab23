"""The documentation: `rulesrun docs --language` shows the reference of the language."""
