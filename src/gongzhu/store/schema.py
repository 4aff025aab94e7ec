"""The tables of both databases, as a list of steps from each version to the next.

Version n is the result of the first n steps. A step that was released is never changed. SQLite
stores the version in the header of its file, PostgreSQL in the table `gongzhu.version`.
"""

SQLITE: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            name TEXT PRIMARY KEY, brief BLOB NOT NULL, archived INTEGER NOT NULL DEFAULT 0,
            packed INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID""",
        """CREATE TABLE entries (
            table_name TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (table_name, number)
        ) WITHOUT ROWID""",
        # Checkpoints are large and often replaced, so they are not in `tables`.
        """CREATE TABLE checkpoints (
            table_name TEXT PRIMARY KEY, number INTEGER NOT NULL, body BLOB NOT NULL
        )""",
        """CREATE TABLE players (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, recovery_hash BLOB UNIQUE,
            created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, recovery_made_ms INTEGER,
            recovery_used_ms INTEGER, recovery_until_ms INTEGER, owner_id TEXT
        )""",
        "CREATE INDEX players_owner ON players (owner_id) WHERE owner_id IS NOT NULL",
        # Sessions of players, with the hash of their tokens.
        """CREATE TABLE devices (
            player_id TEXT NOT NULL, number INTEGER NOT NULL, token_hash BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL, made_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL,
            proved_ms INTEGER NOT NULL, PRIMARY KEY (player_id, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE games (
            id TEXT PRIMARY KEY, table_name TEXT NOT NULL, number INTEGER NOT NULL,
            first_entry INTEGER NOT NULL, last_entry INTEGER NOT NULL,
            finished_ms INTEGER NOT NULL, brief BLOB NOT NULL, players TEXT NOT NULL
        )""",
        """CREATE TABLE played (
            player_id TEXT NOT NULL, finished_ms INTEGER NOT NULL, game_id TEXT NOT NULL,
            summary BLOB, PRIMARY KEY (player_id, finished_ms, game_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX played_game ON played (game_id)",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        # Entries that are no longer in `entries`, and with them the deals of the game they end.
        """CREATE TABLE packs (
            table_name TEXT NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL,
            game_id TEXT UNIQUE, body BLOB NOT NULL, PRIMARY KEY (table_name, last)
        )""",
        "CREATE INDEX tables_to_pack ON tables (name) WHERE archived = 1 AND packed = 0",
        "CREATE INDEX games_table ON games (table_name)",
        """CREATE TABLE blocks (
            player_id TEXT NOT NULL, number INTEGER NOT NULL, blocked_id TEXT NOT NULL,
            name TEXT NOT NULL, made_ms INTEGER NOT NULL, PRIMARY KEY (player_id, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE reports (
            number INTEGER PRIMARY KEY, made_ms INTEGER NOT NULL, by_id TEXT NOT NULL,
            player_id TEXT NOT NULL, name TEXT NOT NULL, table_name TEXT NOT NULL,
            reason TEXT NOT NULL, words TEXT NOT NULL
        )""",
        "CREATE INDEX reports_by ON reports (by_id, made_ms)",
        """CREATE TABLE bans (
            what TEXT PRIMARY KEY, until_ms INTEGER, made_ms INTEGER NOT NULL
        )""",
        """CREATE TABLE audit (
            number INTEGER PRIMARY KEY, made_ms INTEGER NOT NULL, who TEXT NOT NULL,
            command TEXT NOT NULL, detail TEXT NOT NULL
        )""",
        """CREATE TABLE passkeys (
            id BLOB PRIMARY KEY, player_id TEXT NOT NULL, credential BLOB NOT NULL,
            public_key BLOB NOT NULL, sign_count INTEGER NOT NULL, name TEXT NOT NULL,
            made_ms INTEGER NOT NULL, used_ms INTEGER
        ) WITHOUT ROWID""",
        "CREATE INDEX passkeys_player ON passkeys (player_id)",
        """CREATE TABLE links (
            player_id TEXT PRIMARY KEY, issuer TEXT NOT NULL, subject TEXT NOT NULL,
            made_ms INTEGER NOT NULL, used_ms INTEGER, UNIQUE (issuer, subject)
        ) WITHOUT ROWID""",
        "CREATE TABLE puzzle_books (player_id TEXT PRIMARY KEY, body BLOB NOT NULL)",
        """CREATE TABLE day_tries (
            player_id TEXT NOT NULL, day INTEGER NOT NULL, game TEXT NOT NULL,
            table_name TEXT NOT NULL, score INTEGER, finished_ms INTEGER, game_id TEXT,
            PRIMARY KEY (player_id, day, game)
        ) WITHOUT ROWID""",
        "CREATE INDEX day_tries_day ON day_tries (day, game) WHERE score IS NOT NULL",
    ),
)

POSTGRES: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            name text COLLATE "C" PRIMARY KEY, brief bytea NOT NULL,
            archived boolean NOT NULL DEFAULT false, packed boolean NOT NULL DEFAULT false,
            server integer NOT NULL DEFAULT 0, seq bigint NOT NULL DEFAULT 0,
            visited boolean NOT NULL DEFAULT false
        )""",
        "CREATE INDEX tables_server ON tables (server) WHERE NOT archived",
        """CREATE TABLE entries (
            table_name text COLLATE "C" NOT NULL, number bigint NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (table_name, number)
        )""",
        """CREATE TABLE checkpoints (
            table_name text PRIMARY KEY, number bigint NOT NULL, body bytea NOT NULL
        )""",
        """CREATE TABLE players (
            id text PRIMARY KEY, name text NOT NULL, kind text NOT NULL, recovery_hash bytea UNIQUE,
            created_ms bigint NOT NULL, seen_ms bigint NOT NULL, recovery_made_ms bigint,
            recovery_used_ms bigint, recovery_until_ms bigint, owner_id text
        )""",
        "CREATE INDEX players_owner ON players (owner_id) WHERE owner_id IS NOT NULL",
        """CREATE TABLE devices (
            player_id text NOT NULL, number bigint NOT NULL, token_hash bytea NOT NULL UNIQUE,
            name text NOT NULL, made_ms bigint NOT NULL, seen_ms bigint NOT NULL,
            proved_ms bigint NOT NULL, PRIMARY KEY (player_id, number)
        )""",
        """CREATE TABLE games (
            id text PRIMARY KEY, table_name text NOT NULL, number bigint NOT NULL,
            first_entry bigint NOT NULL, last_entry bigint NOT NULL,
            finished_ms bigint NOT NULL, brief bytea NOT NULL, players text NOT NULL
        )""",
        """CREATE TABLE played (
            player_id text NOT NULL, finished_ms bigint NOT NULL, game_id text COLLATE "C" NOT NULL,
            summary bytea, PRIMARY KEY (player_id, finished_ms, game_id)
        )""",
        "CREATE INDEX played_game ON played (game_id)",
        "CREATE TABLE settings (key text PRIMARY KEY, value bytea NOT NULL)",
        """CREATE TABLE packs (
            table_name text COLLATE "C" NOT NULL, last bigint NOT NULL, first bigint NOT NULL,
            game_id text UNIQUE, body bytea NOT NULL, PRIMARY KEY (table_name, last)
        )""",
        "ALTER TABLE packs ALTER COLUMN body SET STORAGE EXTERNAL",
        "CREATE INDEX tables_to_pack ON tables (name) WHERE archived AND NOT packed",
        "CREATE INDEX games_table ON games (table_name)",
        """CREATE TABLE blocks (
            player_id text NOT NULL, number bigint NOT NULL, blocked_id text NOT NULL,
            name text NOT NULL, made_ms bigint NOT NULL, PRIMARY KEY (player_id, number)
        )""",
        """CREATE TABLE reports (
            number bigint PRIMARY KEY, made_ms bigint NOT NULL, by_id text NOT NULL,
            player_id text NOT NULL, name text NOT NULL, table_name text NOT NULL,
            reason text NOT NULL, words text NOT NULL
        )""",
        "CREATE INDEX reports_by ON reports (by_id, made_ms)",
        """CREATE TABLE bans (
            what text PRIMARY KEY, until_ms bigint, made_ms bigint NOT NULL
        )""",
        """CREATE TABLE audit (
            number bigint PRIMARY KEY, made_ms bigint NOT NULL, who text NOT NULL,
            command text NOT NULL, detail text NOT NULL
        )""",
        """CREATE TABLE passkeys (
            id bytea PRIMARY KEY, player_id text NOT NULL, credential bytea NOT NULL,
            public_key bytea NOT NULL, sign_count bigint NOT NULL, name text NOT NULL,
            made_ms bigint NOT NULL, used_ms bigint
        )""",
        "CREATE INDEX passkeys_player ON passkeys (player_id)",
        """CREATE TABLE links (
            player_id text PRIMARY KEY, issuer text NOT NULL, subject text NOT NULL,
            made_ms bigint NOT NULL, used_ms bigint, UNIQUE (issuer, subject)
        )""",
        "CREATE TABLE puzzle_books (player_id text PRIMARY KEY, body bytea NOT NULL)",
        """CREATE TABLE day_tries (
            player_id text NOT NULL, day bigint NOT NULL, game text NOT NULL,
            table_name text NOT NULL, score bigint, finished_ms bigint, game_id text,
            PRIMARY KEY (player_id, day, game)
        )""",
        "CREATE INDEX day_tries_day ON day_tries (day, game) WHERE score IS NOT NULL",
        # A row of `tables` has the number of the only server that may append to the table, and the
        # number of its last entry: every append checks both in its own transaction.
        "CREATE SEQUENCE server_numbers AS integer",
        "CREATE TABLE servers (number integer PRIMARY KEY, name text NOT NULL)",
        # For rate limits: the time until which an allowance is used up. A crash may lose these.
        "CREATE UNLOGGED TABLE allowances (key text PRIMARY KEY, taken_until timestamptz NOT NULL)",
        "CREATE INDEX allowances_taken_until ON allowances (taken_until)",
    ),
)
