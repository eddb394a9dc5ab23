"""From text to a tree that judges nothing."""
