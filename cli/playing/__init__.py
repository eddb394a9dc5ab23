"""A game under way: settings, scripts, logs, the person at the keyboard."""
