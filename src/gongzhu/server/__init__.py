"""The web application: sessions, WebSockets, the lobby, HTTP operations, and limits on visitors.
`gongzhu.table` decides what happens at a table."""
