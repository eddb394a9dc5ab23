"""What can be proved of checked rules; the checks and the core both ask."""
