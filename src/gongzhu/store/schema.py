"""The tables of both databases, as lists of SQL statements that lead from each schema version to
the next.

Version n is the result of the first n steps. A step is never changed after its release. SQLite
stores the version in the header of its file, PostgreSQL in the table `gongzhu.version`.
"""

# Written for PostgreSQL, except WITHOUT ROWID, which only SQLite knows.
_TABLES = (
    """CREATE TABLE tables (
        name text COLLATE "C" PRIMARY KEY, summary bytea NOT NULL,
        archived boolean NOT NULL DEFAULT false, packed boolean NOT NULL DEFAULT false
    ) WITHOUT ROWID""",
    """CREATE TABLE entries (
        table_name text COLLATE "C" NOT NULL, number bigint NOT NULL, body bytea NOT NULL,
        PRIMARY KEY (table_name, number)
    ) WITHOUT ROWID""",
    # Snapshots are large and often replaced, so they are not in `tables`.
    """CREATE TABLE snapshots (
        table_name text PRIMARY KEY, number bigint NOT NULL, body bytea NOT NULL
    )""",
    """CREATE TABLE players (
        id text PRIMARY KEY, name text NOT NULL, kind text NOT NULL, recovery_hash bytea UNIQUE,
        created_ms bigint NOT NULL, seen_ms bigint NOT NULL, recovery_made_ms bigint,
        recovery_used_ms bigint, recovery_until_ms bigint, owner_id text
    )""",
    "CREATE INDEX players_owner ON players (owner_id) WHERE owner_id IS NOT NULL",
    # Sessions of players, with the hashes of their tokens.
    """CREATE TABLE devices (
        player_id text NOT NULL, number bigint NOT NULL, token_hash bytea NOT NULL UNIQUE,
        name text NOT NULL, made_ms bigint NOT NULL, seen_ms bigint NOT NULL,
        proved_ms bigint NOT NULL, PRIMARY KEY (player_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE games (
        id text PRIMARY KEY, table_name text NOT NULL, number bigint NOT NULL,
        first_entry bigint NOT NULL, last_entry bigint NOT NULL,
        finished_ms bigint NOT NULL, summary bytea NOT NULL, players text NOT NULL
    )""",
    """CREATE TABLE played (
        player_id text NOT NULL, finished_ms bigint NOT NULL, game_id text COLLATE "C" NOT NULL,
        result bytea, PRIMARY KEY (player_id, finished_ms, game_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX played_game ON played (game_id)",
    "CREATE TABLE settings (key text PRIMARY KEY, value bytea NOT NULL) WITHOUT ROWID",
    # Entries that are no longer in `entries`, with the deals of the game that they end.
    """CREATE TABLE packs (
        table_name text COLLATE "C" NOT NULL, last bigint NOT NULL, first bigint NOT NULL,
        game_id text UNIQUE, body bytea NOT NULL, PRIMARY KEY (table_name, last)
    )""",
    "CREATE INDEX tables_to_pack ON tables (name) WHERE archived = true AND packed = false",
    "CREATE INDEX games_table ON games (table_name)",
    """CREATE TABLE blocks (
        player_id text NOT NULL, number bigint NOT NULL, blocked_id text NOT NULL,
        name text NOT NULL, made_ms bigint NOT NULL, PRIMARY KEY (player_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE reports (
        number bigint PRIMARY KEY, made_ms bigint NOT NULL, by_id text NOT NULL,
        player_id text NOT NULL, name text NOT NULL, table_name text NOT NULL,
        reason text NOT NULL, words text NOT NULL
    )""",
    "CREATE INDEX reports_by ON reports (by_id, made_ms)",
    "CREATE TABLE bans (what text PRIMARY KEY, until_ms bigint, made_ms bigint NOT NULL)",
    """CREATE TABLE audit (
        number bigint PRIMARY KEY, made_ms bigint NOT NULL, who text NOT NULL,
        command text NOT NULL, detail text NOT NULL
    )""",
    """CREATE TABLE passkeys (
        id bytea PRIMARY KEY, player_id text NOT NULL, credential bytea NOT NULL,
        public_key bytea NOT NULL, sign_count bigint NOT NULL, name text NOT NULL,
        made_ms bigint NOT NULL, used_ms bigint
    ) WITHOUT ROWID""",
    "CREATE INDEX passkeys_player ON passkeys (player_id)",
    """CREATE TABLE links (
        player_id text PRIMARY KEY, issuer text NOT NULL, subject text NOT NULL,
        made_ms bigint NOT NULL, used_ms bigint, UNIQUE (issuer, subject)
    ) WITHOUT ROWID""",
    "CREATE TABLE puzzle_books (player_id text PRIMARY KEY, body bytea NOT NULL)",
    """CREATE TABLE day_tries (
        player_id text NOT NULL, day bigint NOT NULL, game text NOT NULL,
        table_name text NOT NULL, score bigint, finished_ms bigint, game_id text,
        PRIMARY KEY (player_id, day, game)
    ) WITHOUT ROWID""",
    "CREATE INDEX day_tries_day ON day_tries (day, game) WHERE score IS NOT NULL",
)
_CLUBS = (
    # The state of a club or tournament is the sum of its numbered entries. The rows in `clubs` and
    # `tournaments` change with the entries, and are only for lists and searches.
    """CREATE TABLE club_entries (
        club_id text NOT NULL, number bigint NOT NULL, body bytea NOT NULL,
        PRIMARY KEY (club_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE clubs (
        id text PRIMARY KEY, name text NOT NULL, number text NOT NULL UNIQUE,
        code text NOT NULL UNIQUE, public boolean NOT NULL, closed boolean NOT NULL,
        made_ms bigint NOT NULL, evening_ms bigint, table_name text
    ) WITHOUT ROWID""",
    "CREATE INDEX clubs_made ON clubs (made_ms)",
    """CREATE TABLE members (
        club_id text NOT NULL, player_id text NOT NULL, role text NOT NULL,
        seen_ms bigint NOT NULL DEFAULT 0, PRIMARY KEY (club_id, player_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX members_player ON members (player_id)",
    # The results of games for all their seats, from which seasons and ratings are computed.
    """CREATE TABLE club_games (
        club_id text NOT NULL, finished_ms bigint NOT NULL, game_id text COLLATE "C" NOT NULL,
        result bytea, PRIMARY KEY (club_id, finished_ms, game_id)
    ) WITHOUT ROWID""",
    # Scorebooks of evenings at a real table.
    """CREATE TABLE club_books (
        club_id text NOT NULL, season bigint NOT NULL, number bigint NOT NULL,
        body bytea NOT NULL, PRIMARY KEY (club_id, season, number)
    )""",
    """CREATE TABLE tournament_entries (
        tournament_id text NOT NULL, number bigint NOT NULL, body bytea NOT NULL,
        PRIMARY KEY (tournament_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE tournaments (
        id text PRIMARY KEY, club_id text NOT NULL, name text NOT NULL, stage text NOT NULL,
        entrants bigint NOT NULL, rounds bigint NOT NULL, round bigint NOT NULL,
        done bigint NOT NULL, made_ms bigint NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tournaments_club ON tournaments (club_id, made_ms)",
    "CREATE INDEX tournaments_stage ON tournaments (stage)",
    """CREATE TABLE board_results (
        tournament_id text NOT NULL, round bigint NOT NULL, table_number bigint NOT NULL,
        game_id text NOT NULL, body bytea NOT NULL, finished_ms bigint NOT NULL,
        PRIMARY KEY (tournament_id, round, table_number)
    ) WITHOUT ROWID""",
)
"""Step 2: clubs and their tournaments."""
_OF_SERVERS = (
    # A row of `tables` has the number of the only server that may append to the table, and the
    # number of its last entry: every append checks both in its own transaction.
    """ALTER TABLE tables
        ADD server integer NOT NULL DEFAULT 0, ADD seq bigint NOT NULL DEFAULT 0,
        ADD visited boolean NOT NULL DEFAULT false""",
    "CREATE INDEX tables_server ON tables (server) WHERE NOT archived",
    "ALTER TABLE packs ALTER COLUMN body SET STORAGE EXTERNAL",
    "CREATE SEQUENCE server_numbers AS integer",
    "CREATE TABLE servers (number integer PRIMARY KEY, name text NOT NULL)",
    # For rate limits: the time until which an allowance is used up. A crash may lose these.
    "CREATE UNLOGGED TABLE allowances (key text PRIMARY KEY, taken_until timestamptz NOT NULL)",
    "CREATE INDEX allowances_taken_until ON allowances (taken_until)",
)
"""SQL statements for PostgreSQL only: the data that several servers on one database share."""


def _for_sqlite(statement: str) -> str:
    for there, here in (
        *((' COLLATE "C"', ""), ("bytea", "BLOB"), ("bigint", "INTEGER"), ("boolean", "INTEGER")),
        *((" false", " 0"), (" true", " 1")),
    ):
        statement = statement.replace(there, here)
    return statement


def _for_postgres(statement: str) -> str:
    return statement.replace(" WITHOUT ROWID", "")


SQLITE: tuple[tuple[str, ...], ...] = (
    tuple(map(_for_sqlite, _TABLES)),
    tuple(map(_for_sqlite, _CLUBS)),
)
POSTGRES: tuple[tuple[str, ...], ...] = (
    (*map(_for_postgres, _TABLES), *_OF_SERVERS),
    tuple(map(_for_postgres, _CLUBS)),
)
