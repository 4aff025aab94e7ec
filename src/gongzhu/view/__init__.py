"""What one seat, or a spectator, may know; and what follows from it."""

from gongzhu.view.knowledge import Knowledge, know
from gongzhu.view.view import View, evolve_view, open_view, see, view_of

__all__ = ["Knowledge", "View", "evolve_view", "know", "open_view", "see", "view_of"]
