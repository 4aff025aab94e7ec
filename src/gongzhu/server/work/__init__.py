"""Computations in processes other than the server's: bots' choices, hints, reviews, and all parts
of HTTP requests that take more than a millisecond. One worker pool runs them all. Functions are
sent by name, and their arguments as bytes."""
