"""The parts of the table's screen. Each draws what it is shown and knows no rules."""
