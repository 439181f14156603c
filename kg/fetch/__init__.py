"""Official texts, downloaded from their publisher into a cache when the user asks for one.

Only `kg.cli.fetch` may import this: nothing else in ruleloom goes to the publisher's servers.
"""

from kg.fetch.config import FetchConfig, Limits, read_config
from kg.fetch.downloads import Progress
from kg.fetch.texts import fetch

__all__ = ["FetchConfig", "Limits", "Progress", "fetch", "read_config"]
