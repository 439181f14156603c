"""Pictures and exports of an edition's network, or of a part of it."""
