"""Rules through the editions: which rule became which, and what changed."""
