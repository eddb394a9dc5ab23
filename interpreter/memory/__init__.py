"""What a seat has seen of a game, and worlds that fit it."""
