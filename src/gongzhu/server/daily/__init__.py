"""The deal of the day: one deal of each game a day, the same for every player."""
