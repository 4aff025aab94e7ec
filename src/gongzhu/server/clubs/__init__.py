"""The clubs of a server: their pages, tables, seasons and ratings."""
