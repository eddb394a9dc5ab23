"""What running rules stand on, whichever engine runs them."""
