"""`gongzhu serve`: runs the server for playing in the browser."""
