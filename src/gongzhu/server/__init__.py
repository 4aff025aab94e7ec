"""The web application: sessions, sockets, lobby, limits. Thin: the table itself is below."""
