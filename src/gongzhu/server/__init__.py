"""The web application: sessions, WebSockets, the lobby and limits on visitors. What happens at a
table is decided by `gongzhu.table`."""
