"""Questions about a game, answered by playing it many times."""
