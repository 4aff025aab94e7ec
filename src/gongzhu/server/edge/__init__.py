"""The outer layer of the server: limits connections and requests before any other part of the
server handles them, and formats refusals."""
