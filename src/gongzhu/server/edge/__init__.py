"""The entrance of the server: connections and requests are counted and limited here, before any
other part of the server sees them."""
