"""Who may know what, and what it may be for those who do not."""
