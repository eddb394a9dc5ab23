"""Games as pages without a server: made here, played in a browser alone."""
