"""The widgets of the table screen. Each draws what it is given and knows no rules."""
