"""What one seat, or a spectator, may know; and what follows from it."""

from gongzhu.view.knowledge import Knowledge, know
from gongzhu.view.view import View, follow, open_view, see, view_of

__all__ = ["Knowledge", "View", "follow", "know", "open_view", "see", "view_of"]
