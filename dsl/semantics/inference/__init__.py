"""Types of expressions: what each one is, and what does not fit."""
