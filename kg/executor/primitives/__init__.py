"""The primitives of programs, a family a file; importing this registers them all."""

import kg.executor.primitives.choosing
import kg.executor.primitives.damage
import kg.executor.primitives.exchanging
import kg.executor.primitives.game_area
import kg.executor.primitives.moving
import kg.executor.primitives.players
import kg.executor.primitives.stacking
import kg.executor.primitives.status
import kg.executor.primitives.tokens  # noqa: F401 - these register themselves
