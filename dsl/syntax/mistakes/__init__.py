"""What is wrong with a line that cannot be read, in a designer's words."""
