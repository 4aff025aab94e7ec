"""A hand-written evaluation of cards, hands and tricks, in points of the deal's score.

`steady` plays by it, its advice is derived from it, and `novice` and the search use parts of it.
"""
