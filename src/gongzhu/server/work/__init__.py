"""Work for processes other than the server's: bots' choices, hints, reviews, and what HTTP requests
need that takes more than a millisecond. One pool of workers does it all, by name and bytes."""
