"""Commands by which the operator manages a running server from its own machine."""
