"""The table: a game in the browser, drawn from what its rules declare."""
