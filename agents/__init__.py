"""Programs that play: positions they can read, and bridges to where they are at home."""
