"""What is told of positions and of games that were played."""
