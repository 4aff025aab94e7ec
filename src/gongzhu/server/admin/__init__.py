"""The operator's commands to a running server, given on the machine on which it runs."""
