"""One plan of a whole game between the core and what runs it."""
