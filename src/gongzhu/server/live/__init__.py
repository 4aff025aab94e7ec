"""Tables in memory while people are connected: commands are decided, written to disk, and sent to
all connections of the table."""
