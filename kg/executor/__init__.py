"""The game: states, events and the mechanisms of the rules; it interprets programs of the graph."""
