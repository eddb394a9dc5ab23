"""What the interface says, in every language."""
