"""The components of the spaCy pipeline, one a file."""
