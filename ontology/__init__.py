"""The ontology: Turtle modules, read through `kg.resources.ontology`. Holds no code."""
