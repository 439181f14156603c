"""From documents to annotated editions: reading, parsing, the spaCy pipeline, triples."""
