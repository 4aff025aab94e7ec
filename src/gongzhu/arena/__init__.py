"""Who is stronger: duplicate matches, ratings, and outside bots that speak JSON lines."""
