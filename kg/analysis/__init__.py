"""Questions to an edition as a network of what leans on what: a family of questions a file."""
