"""Why a choice cannot be made, in the words of the game."""
