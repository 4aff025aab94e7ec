"""The view of a seat or a spectator, and the knowledge that can be deduced from it."""

from gongzhu.view.knowledge import Knowledge, know
from gongzhu.view.view import View, evolve_view, open_view, see, view_of

__all__ = ["Knowledge", "View", "evolve_view", "know", "open_view", "see", "view_of"]
