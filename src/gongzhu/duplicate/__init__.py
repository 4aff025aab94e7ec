"""Tournaments for individual players: every deal is played at all tables, and those who held the
same cards are compared. Callers pass in the time, the random numbers and the players who are
present.

A *place* is the number of an entrant, from 0 in the order of entering. Bots have the last places. A
*board* is one deal of the tournament, played at all its tables in one round. Board and round have
the same number, from 1.
"""
