"""Citations of rules in other people's texts: found, checked against an edition, mended."""
