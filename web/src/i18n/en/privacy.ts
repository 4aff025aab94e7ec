export const privacy = {
  lead: 'No email address, no password, no advertising, no trackers, nothing from third parties. This is all there is.',
  account: 'Your account',
  account_about:
    'The name you chose, when you came and the day you were last here. For each device: the kind of browser, when it signed in and the day it was last used. Tokens and recovery codes are kept as fingerprints only, by which nobody can sign in. Of a passkey the public half is kept, which is no secret, its name, when it was made and last used. If you link an account elsewhere, which provider it is with, the name that it has for you, and when it was linked and last used; the provider learns when you sign in here. Which puzzles you solved at the first try is kept with it, and the rating from that; so is what you scored in the deals of the day, which others see without your name. All of it stays until you delete the account; a device that is not used for 400 days is signed out.',
  games: 'Games',
  games_about:
    'Every card that is played is written down, so that nothing is lost, with names and times. At a public table everybody can watch, at a private one whoever has its link. A finished game can be seen by whoever has its link, with all hands. Games stay until whoever runs this server removes them.',
  clubs: 'Clubs',
  clubs_about:
    'A club keeps who is a member in which role, who comes to the next evening, which games were played at its tables, and the scorebooks that were added to its seasons. Its members see that, and nobody else. Whether you are online, and your rating, they see only if you let them.',
  talk: 'What you say',
  talk_about:
    'Talk at a table is passed on and not written down. The last 50 lines of a table are in the server’s memory while the table is.',
  people: 'Reports and blocks',
  people_about:
    'Whom you block is kept with your account, and they are not told. What you report is kept for the server’s owner: who, at which table, and your words. Reports outlast the account, without your name.',
  network: 'Your address on the network',
  network_about:
    'The server counts requests by address, in memory, to hold back floods. With a table it keeps a mark of the address that opened it, in which the address cannot be read. Its log notes addresses as they are where it matters for safety: new players, recovery codes, sign-outs, and what was refused. Whoever runs the server decides how long that log is kept; as this program is shipped, 30 days. A proxy in front of the server may keep a log of its own, with every visit.',
  browser: 'In your browser',
  browser_about:
    'One cookie that says who you are, for 400 days after you last came. Settings, the scorekeeper’s books and your lessons stay in the browser and are not sent.',
  host: 'Who runs this server',
  host_about:
    'The server’s owner can see everything on it, even hands in play; that nobody chose the cards can be checked. The owner’s backups may hold deleted data until they are replaced.',
  yours: 'What you can do',
  yours_about:
    'On the page of your account you can download all that is kept about you, sign out devices, and delete the account. Then your name and all that signs you in are gone at once. A moment later a “Former player” stands in your place in finished games and in the logs of tables, where a random number is left that leads to nobody.',
} as const;
