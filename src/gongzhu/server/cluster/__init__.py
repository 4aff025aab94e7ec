"""What several servers on one database tell each other."""
