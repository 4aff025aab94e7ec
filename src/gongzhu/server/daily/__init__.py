"""The daily deals: one deal of Gong Zhu and one of Hearts for each day, the same for all
players."""
