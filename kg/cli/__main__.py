"""`python -m kg.cli`, the same as `ruleloom`."""

from kg.cli import main

main()
