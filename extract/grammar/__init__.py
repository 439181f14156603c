"""The grammar of rules English, and the compiler from its sentences to programs."""
