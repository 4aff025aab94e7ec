"""A table while people sit at it: it decides, writes to disk, and tells everyone connected."""
