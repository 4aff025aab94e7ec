/** Made by `npm run wire` out of the server’s schema. */

/** Of the protocol of tables. */
export const VERSION = 1;

export type Action = Pass | Expose | Play | ChooseMoon | Claim;
/**
 * A card. Its value is its code, rank then suit: `Card("QS")` is the queen of spades.
 *
 * Cards sort by suit (clubs, diamonds, hearts, spades), then by rank from the two up. An unknown
 * code raises ValueError.
 */
export type Card =
  | '2C'
  | '2D'
  | '2H'
  | '2S'
  | '3C'
  | '3D'
  | '3H'
  | '3S'
  | '4C'
  | '4D'
  | '4H'
  | '4S'
  | '5C'
  | '5D'
  | '5H'
  | '5S'
  | '6C'
  | '6D'
  | '6H'
  | '6S'
  | '7C'
  | '7D'
  | '7H'
  | '7S'
  | '8C'
  | '8D'
  | '8H'
  | '8S'
  | '9C'
  | '9D'
  | '9H'
  | '9S'
  | 'AC'
  | 'AD'
  | 'AH'
  | 'AS'
  | 'JC'
  | 'JD'
  | 'JH'
  | 'JS'
  | 'KC'
  | 'KD'
  | 'KH'
  | 'KS'
  | 'QC'
  | 'QD'
  | 'QH'
  | 'QS'
  | 'TC'
  | 'TD'
  | 'TH'
  | 'TS';
export type Command =
  | Play
  | Pass
  | Expose
  | ChooseMoon
  | Claim
  | Sit
  | Leave
  | SeatBot
  | Clear
  | StandIn
  | Readmit
  | Admit
  | TurnAway
  | Swap
  | Ready
  | Start
  | Configure
  | SetTalk
  | TakeBack
  | Resign
  | Commit
  | Reveal
  | Close;
/**
 * The stage of a deal, named after the action it waits for. ENDED waits for none.
 */
export type Phase = 'ended' | 'exposing' | 'moon' | 'passing' | 'playing';
/**
 * A suit. Its value is the letter used in card codes.
 */
export type Suit = 'C' | 'D' | 'H' | 'S';
export type Fact =
  | Opened
  | Configured
  | HostChanged
  | Sat
  | BotSat
  | Knocked
  | StoppedWaiting
  | Left
  | Removed
  | Readmitted
  | Swapped
  | ReadySet
  | Came
  | Went
  | BotStoodIn
  | PlayedOut
  | TimedOut
  | BotFailed
  | BotHurried
  | Resumed
  | WaitsUntil
  | GameBegan
  | ChainBegan
  | DealCalled
  | Committed
  | NumbersLocked
  | NumberShown
  | NumbersSettled
  | DealGiven
  | Happened
  | Chose
  | DealScored
  | TookBack
  | Resigned
  | DealAborted
  | GameEnded
  | Closed;
export type ToPlayer =
  | Snapshot
  | Update
  | YouAre
  | Done
  | Refused
  | HintGiven
  | Lines
  | Said
  | HostSays
  | Pong
  | Goodbye;

/**
 * The contribution of a player's or an empty seat that has sent no commitment.
 */
export interface Absent {
  kind: 'absent';
}
/**
 * GET /api/me/account: all data that the server has stored about the player, except the games.
 * Times are in milliseconds since 1970. A time that was not recorded is None.
 */
export interface Account {
  name: string;
  made: number;
  recovery: RecoveryState;
  devices: Device[];
  passkeys: Passkey[];
  link: Linked | null;
  sign_in: SignInWays;
  bots: BotAccount[];
}
/**
 * The state of a player's recovery code; a player has at most one. Times are in milliseconds
 * since 1970.
 */
export interface RecoveryState {
  active: boolean;
  made: number | null;
  used: number | null;
  until: number | null;
}
/**
 * A session of the player, that is a browser or program that is signed in. Times are in
 * milliseconds since 1970.
 */
export interface Device {
  device: string;
  name: string;
  made: number | null;
  seen: number;
  expires: number;
  here: boolean;
}
/**
 * A passkey of the player. Times are in milliseconds since 1970.
 */
export interface Passkey {
  passkey: string;
  name: string;
  made: number;
  used: number | null;
}
/**
 * An account at a provider that is linked to the player, who can sign in with it. Times are in
 * milliseconds since 1970.
 */
export interface Linked {
  issuer: string;
  subject: string;
  made: number;
  used: number | null;
}
/**
 * GET /api/sign-in: the methods of signing in as an existing player, besides recovery codes.
 */
export interface SignInWays {
  passkeys: 'no_https' | 'no_name' | 'ready';
  provider: string | null;
}
/**
 * An account that the player has made for a program. Times are in milliseconds since 1970.
 */
export interface BotAccount {
  bot: string;
  name: string;
  made: number;
  seen: number;
}
/**
 * Choose the cards to pass, as many as the option `pass_count` says. The choice stays hidden
 * until all seats have chosen.
 */
export interface Pass {
  type: 'pass';
  cards: Card[];
}
/**
 * Choose which key cards to expose and in which mode. An empty `modes` exposes none, but must
 * be sent too.
 */
export interface Expose {
  type: 'expose';
  modes: {
    [k: string]: 'down' | 'open' | 'up';
  };
}
/**
 * Play a card to the current trick, or lead it if the trick is empty.
 */
export interface Play {
  type: 'play';
  card: Card;
}
/**
 * Choose what a slam of this seat pays. Only legal in the phase MOON.
 */
export interface ChooseMoon {
  type: 'moon';
  choice: 'others' | 'self';
}
/**
 * End the deal early, which any seat may do once no remaining card can affect the score.
 */
export interface Claim {
  type: 'claim';
}
/**
 * POST /api/me/passkeys: store a new passkey, with which the player can then sign in. Responds
 * with `Account`.
 */
export interface AddPasskey {
  name: string;
  credential: NewCredential;
}
/**
 * A credential that an authenticator has made. Further fields that a browser sends are
 * ignored.
 */
export interface NewCredential {
  id: string;
  response: NewCredentialResponse;
}
/**
 * The response of an authenticator that has made a passkey.
 */
export interface NewCredentialResponse {
  clientDataJSON: string;
  attestationObject: string;
}
/**
 * Owner or helper: add a rule set. The first rule set of a club is that of its standing
 * table.
 */
export interface AddRules {
  type: 'add_rules';
  name?: string;
  preset?: string | null;
  rules?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
}
/**
 * Owner or helper: add a season, whose table counts the games that end at `begins` or later and
 * before `ends` (milliseconds since 1970).
 */
export interface AddSeason {
  type: 'add_season';
  name: string;
  begins: number;
  ends: number;
}
/**
 * Host: give a bot's seat at once to a player who waits for the end of the deal. The game then
 * counts as practice.
 */
export interface Admit {
  type: 'admit';
  place: number;
  who?: string | null;
}
/**
 * Reply whether the sender will come to the next evening.
 */
export interface Answer {
  type: 'answer';
  coming: 'maybe' | 'no' | 'yes';
}
/**
 * A question that the table asks a seat, with the possible answers.
 */
export interface Ask {
  kind: 'expose' | 'moon' | 'pass' | 'play';
  cards?: string[];
  count?: number;
  modes?: {
    [k: string]: ('down' | 'open' | 'up')[];
  };
  claim?: boolean;
}
/**
 * POST /api/forks?lang=: continue a finished deal differently from one of its positions. The
 * server stores nothing, so each request contains the whole fork.
 *
 * The players of a game may fork its deals. If its table was public, everyone may, once the table
 * has finished its next game or is closed.
 */
export interface AskFork {
  game?: string;
  record?: string;
  deal?: number;
  ply: number;
  seat?: number | null;
  hidden?: 'kept' | 'redrawn';
  seed?: string;
  /**
   * @maxItems 5
   */
  levels?: (string | null)[];
  /**
   * @maxItems 80
   */
  actions?: ForkAction[];
}
/**
 * An action of a seat in a fork: a pass, an exposure or a card.
 */
export interface ForkAction {
  seat: number;
  action: Pass | Expose | Play | ChooseMoon | Claim;
}
/**
 * Ask for estimates of the choices that the player's seat has, at a table of one person and the
 * server's bots. Answered by `HintGiven`.
 */
export interface AskHint {
  type: 'hint';
  asked?: (Pass | Expose | Play | ChooseMoon | Claim) | null;
}
/**
 * Requirements on the authenticator: it must offer the passkey without being given a user name,
 * and verify its owner by fingerprint, face or PIN.
 */
export interface AuthenticatorSelection {
  residentKey: 'required';
  requireResidentKey: boolean;
  userVerification: 'required';
}
/**
 * The mean of `count` values with its 95% confidence interval, rounded to two decimals.
 */
export interface Average {
  count: number;
  mean: number | null;
  low: number | null;
  high: number | null;
}
/**
 * Owner or helper: begin the tournament with the players who have entered.
 */
export interface Begin {
  type: 'begin';
}
/**
 * POST /api/sign-in/provider: begin to sign in at the provider. Responds with `ProviderPage`
 * and sets a cookie for five minutes.
 */
export interface BeginProvider {
  purpose: 'link' | 'prove' | 'sign_in';
}
/**
 * POST /api/tables/{table}/block: block a player who sits at the table. Their messages are then
 * not sent to the caller, they cannot take a seat at tables of which the caller is host, and the
 * caller's lobby leaves out their public tables. Responds with `Blocks`.
 */
export interface BlockPlayer {
  seat: number;
  name: string;
}
/**
 * A player whom the caller has blocked.
 */
export interface Blocked {
  number: number;
  name: string;
  at: number;
}
/**
 * GET /api/me/blocks: the players whom the caller has blocked, the oldest block first.
 */
export interface Blocks {
  players: Blocked[];
}
/**
 * The deal of a tournament round at one of its tables. All tables of the round play the same
 * deal, so its evidence is not shown at the table.
 */
export interface Board {
  tournament: string;
  round: number;
  table: number;
  level: string | null;
}
/**
 * A finished round, with the result of the entrant who requests the page.
 */
export interface BoardBrief {
  round: number;
  game: string | null;
  score: number | null;
  points: number | null;
}
/**
 * GET /api/tournaments/{tournament}/boards/{round}: the results of one deal at all tables, once
 * the round is finished at all of them.
 */
export interface BoardResults {
  round: number;
  hands: Card[][];
  tables: BoardTable[];
}
/**
 * The result of one table in a round. All lists are by seat.
 */
export interface BoardTable {
  table: number;
  game: string;
  names: string[];
  places: number[];
  scores: number[];
  points: number[];
  by_bot: boolean[];
}
/**
 * A scorebook of games at a real table, which counts in a season.
 */
export interface BookBrief {
  number: number;
  names: string[];
  deals: number;
}
/**
 * An outside bot failed to choose. The built-in bot `steady` makes the next choice for the
 * seat.
 */
export interface BotFailed {
  type: 'bot_failed';
  seat: number;
  why: 'dead' | 'failed' | 'illegal' | 'late';
}
/**
 * The server was too busy to let a bot compute. The built-in bot `steady` makes the next choice
 * for the seat. The bot is not at fault.
 */
export interface BotHurried {
  type: 'bot_hurried';
  seat: number;
}
/**
 * A built-in bot was given a seat.
 */
export interface BotSat {
  type: 'bot_sat';
  seat: number;
  level: string;
  name: string;
}
/**
 * The contribution of a bot's seat: none, because bots run on the dealer's machine.
 */
export interface BotSeat {
  kind: 'bot';
}
/**
 * From now on a bot plays for an absent or idle player, until that player is back.
 */
export interface BotStoodIn {
  type: 'bot_stood_in';
  seat: number;
}
/**
 * POST /api/bots with `Introduce`: make an account for a program. The program sends the token
 * in the header `Authorization: Bearer TOKEN` when it opens a socket. The token is sent only this
 * once. If the request has a session, the account is listed among the bot accounts of its player.
 * Otherwise it belongs to nobody.
 */
export interface BotToken {
  name: string;
  token: string;
}
/**
 * A seated player is connected (again), or acts again. If a bot stood in for them, it no longer
 * does.
 */
export interface Came {
  type: 'came';
  seat: number;
}
/**
 * Owner or helper: cancel the tournament, at any time before its end.
 */
export interface Cancel {
  type: 'cancel';
}
/**
 * Owner or helper: cancel the next evening.
 */
export interface CancelEvening {
  type: 'cancel_evening';
}
/**
 * A seat played a card. `was_down` is True if the seat had exposed the card face down, which
 * only now becomes known.
 */
export interface CardPlayed {
  type: 'card_played';
  seat: number;
  card: Card;
  was_down: boolean;
}
/**
 * All seats had chosen, and all exposures except those face down became known.
 */
export interface CardsExposed {
  type: 'cards_exposed';
  shown: Exposure[];
  face_down: number[];
}
/**
 * A key card exposed by a seat, with the mode.
 */
export interface Exposure {
  seat: number;
  card: Card;
  mode: 'down' | 'open' | 'up';
}
/**
 * All seats had chosen, and the passed cards changed hands.
 */
export interface CardsPassed {
  type: 'cards_passed';
  passing: number;
  cards: (Card[] | null)[];
}
/**
 * A chain of secrets, as published before its first secret is used. The dealer keeps the
 * secrets. Each is the hash of the next one, and they are revealed one deal at a time.
 */
export interface Chain {
  anchor: string;
  length: number;
  first_deal: number;
}
/**
 * GZH1, step 1: the dealer began a new chain of secrets.
 */
export interface ChainBegan {
  type: 'chain_began';
  chain: Chain;
  last: string | null;
}
/**
 * A seat has made its sealed choice of cards to pass or expose.
 */
export interface Chose {
  type: 'chose';
  seat: number;
}
/**
 * A seat ended the deal by a claim, since no remaining card could affect the score.
 */
export interface Claimed {
  type: 'claimed';
  seat: number;
}
/**
 * Host: remove the player or bot in a seat. A removed player cannot take a seat at this table
 * until the host sends `readmit`. During a game only players can be removed, and a bot plays on in
 * the seat. Refused while the numbers for a deal are collected.
 */
export interface Clear {
  type: 'clear';
  seat: number;
  who?: string | null;
}
/**
 * Time limits of a table, in seconds.
 */
export interface Clock {
  move: number;
  grace: number;
  idle: number;
}
/**
 * Host: close the table. An unfinished game ends without a winner.
 */
export interface Close {
  type: 'close';
}
/**
 * Owner: close the club permanently.
 */
export interface CloseClub {
  type: 'close';
}
/**
 * The table was closed.
 */
export interface Closed {
  type: 'closed';
  why: 'admin' | 'host' | 'idle';
}
/**
 * A club in a list, as shown to one player or visitor.
 */
export interface ClubBrief {
  club: string;
  name: string;
  public: boolean;
  members: number;
  role: ('helper' | 'member' | 'owner') | null;
  evening: number | null;
  playing: number;
  tournament: boolean;
}
/**
 * POST /api/clubs/{club}/do: carry out a command in the club. The response is `ClubPage` after
 * it.
 */
export interface ClubDo {
  do:
    | Rename
    | SetRole
    | SetRatings
    | CloseClub
    | NewInvitation
    | RemoveMember
    | AddRules
    | RemoveRules
    | SetEvening
    | CancelEvening
    | AddSeason
    | DropSeason
    | DropBook
    | Answer
    | ShowOnline
    | ShowRating
    | LeaveClub;
}
/**
 * Owner: change the club's name, and make it public or private. A public club is listed and
 * anybody may join. A private one can only be joined by its invitation link or number.
 */
export interface Rename {
  type: 'rename';
  name: string;
  public: boolean;
}
/**
 * Owner: change the role of another member. If that member becomes the owner, the sender
 * becomes a helper.
 */
export interface SetRole {
  type: 'set_role';
  member: number;
  role: 'helper' | 'member' | 'owner';
}
/**
 * Owner: show (or, if `on` is false, stop showing) ratings in the club.
 */
export interface SetRatings {
  type: 'set_ratings';
  on: boolean;
}
/**
 * Owner or helper: draw a new club number and invitation link. The old ones become invalid.
 */
export interface NewInvitation {
  type: 'new_invitation';
}
/**
 * Owner or helper: remove another member. In a private club, this also draws a new invitation.
 * A helper may not remove the owner or another helper.
 */
export interface RemoveMember {
  type: 'remove_member';
  member: number;
}
/**
 * Owner or helper: remove the rule set with this number. The last one cannot be removed.
 */
export interface RemoveRules {
  type: 'remove_rules';
  number: number;
}
/**
 * Owner or helper: set the date of the next evening (`at` in milliseconds since 1970). All
 * replies to an earlier date are dropped.
 */
export interface SetEvening {
  type: 'set_evening';
  at: number;
  note?: string;
}
/**
 * Owner or helper: delete the season with this number and its scorebooks. The games themselves
 * are not deleted.
 */
export interface DropSeason {
  type: 'drop_season';
  number: number;
}
/**
 * Owner or helper: delete the scorebook with this number from its season.
 */
export interface DropBook {
  type: 'drop_book';
  number: number;
}
/**
 * Show (or, if `on` is false, stop showing) the other members whether the sender is online.
 */
export interface ShowOnline {
  type: 'show_online';
  on: boolean;
}
/**
 * Show (or, if `on` is false, stop showing) the other members the sender's rating.
 */
export interface ShowRating {
  type: 'show_rating';
  on: boolean;
}
/**
 * Leave the club. If the owner leaves, the oldest helper (otherwise the oldest member) becomes
 * the owner. If the last member leaves, the club is closed.
 */
export interface LeaveClub {
  type: 'leave';
}
/**
 * A member of a club, as shown to one of the members.
 */
export interface ClubMember {
  member: number;
  name: string;
  role: 'helper' | 'member' | 'owner';
  online: boolean | null;
  coming: ('maybe' | 'no' | 'yes') | null;
  you: boolean;
}
/**
 * GET /api/clubs/{club}?lang=: a club. For non-members, only the fields `club`, `name`,
 * `public`, `now` and `count` are filled in.
 */
export interface ClubPage {
  club: string;
  name: string;
  public: boolean;
  now: number;
  count: number;
  role: ('helper' | 'member' | 'owner') | null;
  members: ClubMember[];
  code: string | null;
  number: string | null;
  links: string[];
  rules: ClubRules[];
  table: TableBrief | null;
  tables: TableBrief[];
  evening: Evening | null;
  coming: ('maybe' | 'no' | 'yes') | null;
  seasons: SeasonBrief[];
  tournaments: TournamentBrief[];
  ratings: boolean;
  shows_online: boolean;
  shows_rating: boolean;
}
/**
 * One of a club's rule sets. The first in the list applies at the standing table.
 */
export interface ClubRules {
  number: number;
  name: string;
  preset: string | null;
  title: string;
  family: 'gongzhu' | 'hearts';
  players: number;
  rules: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
}
/**
 * A table in a list of tables, as sent to a client.
 */
export interface TableBrief {
  table: string;
  name: string;
  preset: string | null;
  title: string;
  family: 'gongzhu' | 'hearts';
  stage: string;
  access: 'private' | 'public';
  timed: boolean;
  seats: SeatBrief[];
  deals: number;
  totals: number[];
  seat: number | null;
}
/**
 * A seat of a table in lists of tables: open, or taken by a player or a bot.
 */
export interface SeatBrief {
  kind: 'bot' | 'open' | 'player';
  name: string;
}
/**
 * The next evening of a club. `GET /api/clubs/{club}/evening.ics` is the same for calendar
 * programs.
 */
export interface Evening {
  at: number;
  note: string;
  yes: number;
  no: number;
  maybe: number;
}
/**
 * A season of a club. It counts the games finished at `begins` or later and before `ends`
 * (milliseconds since 1970).
 */
export interface SeasonBrief {
  number: number;
  name: string;
  begins: number;
  ends: number;
}
/**
 * A tournament in the list of its club, as sent to members.
 */
export interface TournamentBrief {
  tournament: string;
  name: string;
  stage: 'calling' | 'cancelled' | 'ended' | 'gathering' | 'playing';
  entrants: number;
  rounds: number;
  round: number;
}
/**
 * Take a seat: the given one, or by default the player's own earlier seat, an open one, or a
 * bot's. A player who already has a seat moves to the given one. During a game, the setting `late`
 * decides whether a new player gets a bot's seat at once, after the running deal, or not at
 * all.
 */
export interface Sit {
  type: 'sit';
  seat?: number | null;
}
/**
 * Leave the seat, or stop waiting for one. During a game, a bot plays on in the seat.
 */
export interface Leave {
  type: 'leave';
}
/**
 * Host, between games: put a bot of this level into an open seat or in place of another bot.
 */
export interface SeatBot {
  type: 'seat_bot';
  seat: number;
  level: string;
}
/**
 * Host, during a game: let a bot play for a player until that player sends a command.
 */
export interface StandIn {
  type: 'stand_in';
  seat: number;
  who?: string | null;
}
/**
 * Host: allow a removed player to take a seat again.
 */
export interface Readmit {
  type: 'readmit';
  place: number;
  who?: string | null;
}
/**
 * Host: refuse a seat to a player who waits. That player cannot take a seat until
 * readmitted.
 */
export interface TurnAway {
  type: 'turn_away';
  place: number;
  who?: string | null;
}
/**
 * Host, between games: exchange the players or bots of two seats.
 */
export interface Swap {
  type: 'swap';
  seats: [number, number];
  who?: [string, string] | null;
}
/**
 * Declare oneself ready, or no longer ready, for the next deal, game or rematch.
 */
export interface Ready {
  type: 'ready';
  ready?: boolean;
}
/**
 * Host, between games: declare oneself ready, and put bots of level `fill` into all open seats.
 * Refused if a seat is open and no level is given.
 */
export interface Start {
  type: 'start';
  fill?: string | null;
}
/**
 * Host, before the first game: replace the settings. `rules` has all options if `preset` is
 * None, otherwise the options that differ from that preset. Without a preset and options, the
 * rules stay as they are.
 */
export interface Configure {
  type: 'configure';
  rules?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  preset?: string | null;
  name?: string;
  access?: 'private' | 'public';
  clock?: Clock;
  talk?: Talk | null;
  late?: 'after_deal' | 'at_once' | 'never';
}
/**
 * The kinds of talk that the host allows.
 */
export interface Talk {
  phrases: boolean;
  text: boolean;
  partners: boolean;
}
/**
 * Host, at any time: change the kinds of talk that are allowed.
 */
export interface SetTalk {
  type: 'set_talk';
  talk: Talk;
}
/**
 * Take back one's last card and all cards played after it. Only while a deal is played in which
 * all other seats are bots' own, and while nobody watches. The game then counts as practice.
 */
export interface TakeBack {
  type: 'take_back';
}
/**
 * Give up the running game, or (`resigned` false) withdraw that. The game ends as soon as all
 * players have given it up. A player among bots loses it then.
 */
export interface Resign {
  type: 'resign';
  resigned?: boolean;
}
/**
 * GZH1, step 3: commit to a random number for deal number `count`.
 */
export interface Commit {
  type: 'commit';
  count: number;
  commitment: string;
}
/**
 * GZH1, step 5: reveal the random number of the commitment for deal number `count`.
 */
export interface Reveal {
  type: 'reveal';
  count: number;
  number: string;
}
/**
 * GZH1, step 3: commit to a random number. There is one commitment for each board, in order.
 */
export interface CommitNumber {
  type: 'commit';
  /**
   * @minItems 1
   * @maxItems 63
   */
  commitments: string[];
}
/**
 * GZH1, step 3: a player committed to a random number.
 */
export interface Committed {
  type: 'committed';
  seat: number;
  commitment: string | null;
}
/**
 * An opponent or partner of the player: a person or a bot of unknown level by name, or all bots
 * of one level.
 */
export interface Companion {
  name: string;
  level?: string;
  partner?: boolean;
}
/**
 * The player's deals and games with one opponent or partner.
 */
export interface CompanionReport {
  companion: Companion;
  average: Average;
  theirs: number | null;
  games: number;
  wins: number;
}
/**
 * The host changed the settings. Before the first game any setting may change, and players in
 * seats that no longer exist lose them. Later only the allowed kinds of talk may change, and
 * players stay ready.
 */
export interface Configured {
  type: 'configured';
  settings: Settings;
}
/**
 * All settings of a table: its rules, clock, access, allowed talk, and the occasion if there is
 * one.
 */
export interface Settings {
  name: string;
  preset: string | null;
  rules: RuleSet;
  access: 'private' | 'public';
  clock: Clock;
  talk: Talk;
  late: 'after_deal' | 'at_once' | 'never';
  day?: DayDeal;
  club?: string;
  board?: Board;
}
/**
 * The complete rules of a table: a value for every option. Instances from outside values are
 * made by `gongzhu.rules.loading`, which refuses conflicting options. The constructor does not
 * check.
 */
export interface RuleSet {
  family: 'gongzhu' | 'hearts';
  players: number;
  removed: Card[];
  direction: 'anticlockwise' | 'clockwise';
  partners: 'none' | 'pooled' | 'separate';
  /**
   * @minItems 1
   * @maxItems 12
   */
  pass_cycle: ('across' | 'left' | 'left-2' | 'none' | 'right' | 'right-2')[];
  pass_count: number;
  sale: 'face-down-or-up' | 'none' | 'open';
  exposable: Card[] | 'all';
  face_down_first_trick: 'bound' | 'free';
  first_lead: 'after-dealer' | 'dealer' | 'holder' | 'must-lead' | 'seat-0';
  first_lead_card: Card | null;
  later_lead: 'as-first' | 'loser' | 'pig-captor' | 'winner';
  first_trick_points: boolean;
  hearts_must_be_broken: boolean;
  queen_breaks_hearts: boolean;
  aim: 'high' | 'low';
  points: [Card, number][];
  doubler: Card | null;
  lone_doubler: number;
  cancelled_doubler: 'bonus-if-exposed' | 'nothing';
  all_hearts: 'in-favour' | 'nothing';
  pig_with_all_hearts: 'nothing' | 'shooter' | 'swap' | 'sweep';
  all_point_cards: 'choice' | 'flat' | 'instant-win' | 'others' | 'plain' | 'self';
  slam_points: number | 'none';
  slam_needs: 'all' | 'penalties';
  all_tricks: number | 'none';
  queen_of_diamonds: boolean;
  lower_limit: number | 'none';
  at_lower_limit: 'loses' | 'plays-on' | 'turns-positive';
  past_lower_limit: 'loses' | 'wins';
  upper_limit: number | 'none';
  at_upper_limit: 'ends' | 'plays-on';
  past_upper_limit: 'loses' | 'wins';
  losers: 'all-but-winners' | 'past-limit';
  deals: number | 'none';
  /**
   * @maxItems 4
   */
  exact_total: [number, number][];
  worth: 'games' | 'round-points' | 'strips';
}
/**
 * The deal of the day at a table of one player and three bots. Everybody plays the same deal,
 * so its evidence is not shown at the table.
 */
export interface DayDeal {
  day: string;
  dealer: string;
  practice: boolean;
}
/**
 * A possible course of the deal after the best choice, in one of the deals that fit the view of
 * the seat.
 */
export interface Continuation {
  place: 'high' | 'low' | 'typical';
  hands: Card[][];
  passed: Card[][];
  exposed: {
    [k: string]: 'down' | 'open' | 'up';
  }[];
  seats: number[];
  plays: Card[];
  points: number[];
}
/**
 * GET /api/daily?lang=: today's deals, and the player's streaks.
 */
export interface Daily {
  day: string;
  ends_ms: number;
  now_ms: number;
  first: string;
  deals: DayDealTold[];
  streak: number;
  best: number;
}
/**
 * GET /api/daily/{day}/{game}?lang=: one daily deal, for everyone, signed in or not. The
 * results of others are included for players who have finished it, and for everyone once the day
 * is over.
 *
 * Once the day is over, GET /api/daily/{day}/{game}.evidence.jsonl has the evidence by which
 * anyone can check how it was dealt, and GET /api/daily/{day}/{game}.master.jsonl the record of
 * how the bot `master` played it.
 */
export interface DayDealTold {
  day: string;
  game: 'gongzhu' | 'hearts';
  preset: string;
  title: string;
  over: boolean;
  ends_ms: number;
  state: 'finished' | 'left' | 'new' | 'running';
  table: string | null;
  played: string | null;
  players: number;
  result: DayResult | null;
  proof: DayProof;
}
/**
 * The results of a daily deal: of the player who requests it, of the bot `master`, and of all
 * players who finished within the day.
 */
export interface DayResult {
  score: number | null;
  place: number | null;
  master: number | null;
  mean: number | null;
  scores: DayScore[];
}
/**
 * The number of players who got this score in a daily deal.
 */
export interface DayScore {
  score: number;
  players: number;
}
/**
 * The commitment that fixed the deal before anyone played it, as in the protocol GZH1 (fair
 * dealing).
 */
export interface DayProof {
  table: string;
  deal: number;
  chain: Chain;
  previous: string;
  secret: string | null;
}
/**
 * GET /api/daily/months/{month}: the player's attempts in a month such as `2026-11`.
 */
export interface DailyMonth {
  month: string;
  tries: DayMark[];
}
/**
 * An attempt of the player at a daily deal, as shown in the calendar.
 */
export interface DayMark {
  day: string;
  game: 'gongzhu' | 'hearts';
  score: number | null;
}
/**
 * POST /api/daily/{day}/{game}: begin or continue the player's attempt at today's deal, and
 * respond with its table. For a day that is over, a new table is opened, at which the deal is
 * played for practice.
 */
export interface DayOpened {
  table: string;
  path: string;
}
/**
 * The deal was broken off, because the table was closed or all players gave up the game.
 */
export interface DealAborted {
  type: 'deal_aborted';
  evidence: Evidence | null;
}
/**
 * The evidence of one deal under the protocol GZH1. The fields, in this order, are those of the
 * JSON.
 */
export interface Evidence {
  protocol: 'GZH1';
  table: string;
  chain: Chain;
  deal: number;
  ended: 'aborted' | 'played';
  previous: string;
  secret: string;
  contributions: (BotSeat | Absent | Withheld | Revealed)[];
  rules: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  dealer_seed: string;
  hands: Card[][];
}
/**
 * A commitment whose number has not been revealed (yet).
 */
export interface Withheld {
  kind: 'withheld';
  commitment: string;
}
/**
 * A commitment, and the number for which it was made.
 */
export interface Revealed {
  kind: 'revealed';
  commitment: string;
  reveal: string;
}
/**
 * The cards were dealt.
 */
export interface DealBegan {
  type: 'deal_began';
  number: number;
  totals: number[];
  passing: number;
  leader: number | null;
  hands: (Card[] | null)[];
}
/**
 * GZH1, step 2: a deal was called, and players may send commitments. `count` is the number of
 * the deal since the table was opened, from 1. `previous` is the secret revealed last, or the
 * chain's anchor.
 */
export interface DealCalled {
  type: 'deal_called';
  count: number;
  previous: string;
}
/**
 * The deal is over, and all cards are made known.
 */
export interface DealEnded {
  type: 'deal_ended';
  scores: number[];
  dealt: Card[][];
  passed: Card[][] | null;
}
/**
 * A deal was dealt that had been fixed beforehand and is the same at other tables.
 */
export interface DealGiven {
  type: 'deal_given';
  count: number;
  evidence: Evidence | null;
}
/**
 * A finished deal. The fields, in this order, are those of a line in the JSONL format, which
 * omits a field that has its default.
 */
export interface DealRecord {
  format?: number;
  preset: string | null;
  rules: RuleSet;
  players: string[];
  game: number;
  deal: number;
  dealer_seed: string | null;
  first_leader: number;
  hands: Card[][];
  passes: Card[][] | null;
  exposures: {
    [k: string]: 'down' | 'open' | 'up';
  }[];
  plays: [number, Card][];
  claimed: number | null;
  moon_choice: ('others' | 'self') | null;
  scores: number[];
  totals_before: number[];
  totals: number[];
  game_over: boolean;
  winners: number[];
  losers: number[];
  comments?: {
    [k: string]: string;
  };
  timings?: number[];
  event?: string;
  date?: string;
  origin?: string;
}
/**
 * The deal is over and scored (GZH1, step 8).
 */
export interface DealScored {
  type: 'deal_scored';
  scores: number[];
  totals: number[];
  evidence: Evidence | null;
}
/**
 * GET /api/tables/{table}/deals/{count}?lang=: a finished deal of an open table, for everybody
 * who may see the table, and for people who had a seat there. While the deal of a day or of a
 * tournament's round is not over, it has no hands, passes, plays, events or evidence.
 */
export interface DealSheet {
  count: number;
  record: DealRecord;
  events: (
    | DealBegan
    | PassChosen
    | CardsPassed
    | ExposureChosen
    | CardsExposed
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | Claimed
    | MoonShot
    | MoonChosen
    | DealEnded
  )[];
  piles: SheetPile[];
  evidence: Evidence | null;
}
/**
 * A seat chose its cards to pass. Only that seat sees this event.
 */
export interface PassChosen {
  type: 'pass_chosen';
  seat: number;
  cards: Card[];
}
/**
 * A seat chose which cards to expose. Only that seat sees this event.
 */
export interface ExposureChosen {
  type: 'exposure_chosen';
  seat: number;
  exposures: Exposure[];
}
/**
 * The play of the cards began. `leader` leads the first trick.
 */
export interface PlayBegan {
  type: 'play_began';
  leader: number;
}
/**
 * The trick was complete. `seat` won it and captured its cards.
 */
export interface TrickTaken {
  type: 'trick_taken';
  seat: number;
}
/**
 * A seat made a slam and must choose what it pays. If two partners pool their captures, `seat`
 * is the first of them.
 */
export interface MoonShot {
  type: 'moon_shot';
  seat: number;
}
/**
 * The seat that made a slam chose what it pays.
 */
export interface MoonChosen {
  type: 'moon_chosen';
  seat: number;
  choice: 'others' | 'self';
}
/**
 * The score of one pile of captured cards, line by line. A pile belongs to one seat, or to all
 * seats of a side if they count together.
 */
export interface SheetPile {
  seats: number[];
  cards: Card[];
  lines: string[];
  points: number;
}
/**
 * The progress of the deal that is being reviewed, as sent to a client.
 */
export interface DealUnderWay {
  number: number;
  done: number;
  of: number;
  bins: number[];
  expected: ExpectedPoints[];
  decisions: ToldDecision[];
}
/**
 * The expected points of each side in one position of the deal, given the true cards.
 */
export interface ExpectedPoints {
  ply: number;
  trick: number | null;
  points: Estimate[];
}
/**
 * A mean with its 95% confidence interval.
 */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}
/**
 * A judged decision as it is sent, with its sentence in one language.
 */
export interface ToldDecision {
  ply: number;
  seat: number;
  kind: 'expose' | 'moon' | 'pass' | 'play';
  part: 'discard' | 'expose' | 'follow' | 'lead' | 'moon' | 'pass';
  action: Pass | Expose | Play | ChooseMoon | Claim;
  best: Pass | Expose | Play | ChooseMoon | Claim;
  aim: 'game' | 'points';
  loss: Estimate;
  given: number[];
  hindsight: number | null;
  class: ('blunder' | 'inaccuracy' | 'mistake') | null;
  matter: ('doubler' | 'game' | 'hearts' | 'partner' | 'pig' | 'points' | 'sheep' | 'slam') | null;
  advice: string | null;
  choices: ReviewedChoice[];
  lines: Continuation[];
  sentence: string;
}
/**
 * A choice that a seat had at a decision, with the estimates of the search.
 */
export interface ReviewedChoice {
  action: Pass | Expose | Play | ChooseMoon | Claim;
  behind: Estimate;
  points: Estimate;
  samples: number;
  histogram: number[];
}
/**
 * An observer's view of the running deal. The last deal stays visible until the next one is
 * called.
 */
export interface DealView {
  public: Public;
  own: Own | null;
  chosen: boolean[];
}
/**
 * The part of a deal that everybody may know. Tuples with a value per side or seat are in the
 * order of `sides(rules)` or of the seats.
 */
export interface Public {
  number: number;
  totals: number[];
  passing: number;
  phase: Phase;
  leader: number | null;
  trick: Card[];
  tricks: Trick[];
  captured: Card[][];
  exposed: Exposure[];
  face_down: number[];
  suits_led: Suit[];
  hearts_broken: boolean;
  claimed: number | null;
  shooter: number | null;
  moon_choice: ('others' | 'self') | null;
  scores: number[] | null;
  dealt: Card[][] | null;
  passed: Card[][] | null;
}
/**
 * A complete trick.
 */
export interface Trick {
  leader: number;
  cards: Card[];
  winner: number;
}
/**
 * The part of a deal that one seat alone knows.
 */
export interface Own {
  hand: Card[];
  dealt: Card[];
  passed: Card[] | null;
  received: Card[] | null;
  exposures: Exposure[] | null;
}
/**
 * POST /api/me/delete: delete the account for good, and the cookie with it. The name must be
 * repeated, so that no account is deleted by mistake. Responds with `Me` whose name is None.
 */
export interface DeleteAccount {
  name: string;
}
/**
 * POST /api/tournaments/{tournament}/do: enter, withdraw, begin, cancel, or take a step of the
 * protocol GZH1 (fair dealing). The response is `TournamentPage`.
 */
export interface DoInTournament {
  do: Enter | Withdraw | Begin | CommitNumber | RevealNumber | Cancel;
}
/**
 * Enter a tournament that has not begun, or return after withdrawing.
 */
export interface Enter {
  type: 'enter';
}
/**
 * Stop taking part. After the beginning, bots play in the sender's place from the next round
 * on.
 */
export interface Withdraw {
  type: 'withdraw';
}
/**
 * GZH1, step 5: reveal the number of the commitments.
 */
export interface RevealNumber {
  type: 'reveal';
  number: string;
}
/**
 * The outcome of the request with this id is on disk, in log entry `seq`.
 */
export interface Done {
  type: 'done';
  id: string;
  seq: number;
}
/**
 * A rule file for a game as people play it, which is included in the program.
 */
export interface ExampleForm {
  name: string;
  family: 'gongzhu' | 'hearts';
  title: string;
  source: string;
  players: number;
  partners: boolean;
  preset: string;
  rules: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
}
/**
 * A card that the player exposed, and the average change of the pile's score by exposing it.
 */
export interface ExposureReport {
  card: Card;
  brought: Average;
}
/**
 * The table was opened. It has one open seat for each player of its rules.
 */
export interface Opened {
  type: 'opened';
  table: string;
  settings: Settings;
  host: string | null;
}
/**
 * The table has a new host, or the host has taken a seat.
 */
export interface HostChanged {
  type: 'host_changed';
  host: string | null;
  seat: number | null;
}
/**
 * A connected player took a seat.
 */
export interface Sat {
  type: 'sat';
  seat: number;
  player: string | null;
  name: string;
  program: boolean;
}
/**
 * A player asked for a bot's seat during a deal, and waits for the end of the deal.
 */
export interface Knocked {
  type: 'knocked';
  player: string | null;
  name: string;
  program: boolean;
}
/**
 * A player who waited for a seat no longer waits.
 */
export interface StoppedWaiting {
  type: 'stopped_waiting';
  place: number;
  why: 'left' | 'seated' | 'turned_away';
}
/**
 * A player left their seat or lost it. Outside a game the seat is open. During a game a bot
 * plays on in it.
 */
export interface Left {
  type: 'left';
  seat: number;
  why: 'left' | 'removed';
}
/**
 * The host removed a player, who cannot take a seat at this table until readmitted. If they
 * still have a seat, the next fact is that they leave it.
 */
export interface Removed {
  type: 'removed';
  player: string | null;
  name: string;
}
/**
 * A removed player may take a seat again.
 */
export interface Readmitted {
  type: 'readmitted';
  place: number;
}
/**
 * The players or bots of two seats changed seats.
 */
export interface Swapped {
  type: 'swapped';
  seats: [number, number];
}
/**
 * A player declared themselves ready, or no longer ready, for the next deal or game.
 */
export interface ReadySet {
  type: 'ready_set';
  seat: number;
  ready: boolean;
}
/**
 * A seated player is no longer connected.
 */
export interface Went {
  type: 'went';
  seat: number;
  at: number;
}
/**
 * The time for a round of a tournament is up: bots finish the deal for all players.
 */
export interface PlayedOut {
  type: 'played_out';
}
/**
 * A player did not decide in time: a bot makes this one decision.
 */
export interface TimedOut {
  type: 'timed_out';
  seat: number;
}
/**
 * The server was restarted. No player is connected. The time without the server does not count
 * against anybody.
 */
export interface Resumed {
  type: 'resumed';
  at: number;
}
/**
 * The table's clock was set: the current wait ends at this time. None means no limit.
 */
export interface WaitsUntil {
  type: 'waits_until';
  until: number | null;
}
/**
 * A game of the match began.
 */
export interface GameBegan {
  type: 'game_began';
  game: string;
  number: number;
}
/**
 * GZH1, step 4: the commitments were locked. No more are accepted.
 */
export interface NumbersLocked {
  type: 'numbers_locked';
  contributions: (BotSeat | Absent | Withheld | Revealed)[];
}
/**
 * GZH1, step 5: a player revealed their number.
 */
export interface NumberShown {
  type: 'number_shown';
  seat: number;
  number: string | null;
}
/**
 * GZH1, step 6: the numbers were settled. A number not revealed by now is not used.
 */
export interface NumbersSettled {
  type: 'numbers_settled';
  contributions: (BotSeat | Absent | Withheld | Revealed)[];
}
/**
 * An event of the game, from the dealing of the cards (GZH1, step 7) to the end of the deal.
 */
export interface Happened {
  type: 'happened';
  event:
    | DealBegan
    | PassChosen
    | CardsPassed
    | ExposureChosen
    | CardsExposed
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | Claimed
    | MoonShot
    | MoonChosen
    | DealEnded;
}
/**
 * A player among bots took cards back: the deal is again as it was when `plays` cards had been
 * played in it, and the game counts as practice. Observers receive a snapshot in place of this
 * fact.
 */
export interface TookBack {
  type: 'took_back';
  seat: number;
  plays: number;
}
/**
 * A player gave up the game, or (`resigned` false) withdrew that.
 */
export interface Resigned {
  type: 'resigned';
  seat: number;
  resigned: boolean;
}
/**
 * The game is over. `winners` and `losers` are indices of sides. `strips` (pig strips),
 * `round_points` and `lost` (number of games lost) count from the beginning of the match to now,
 * one number for each side.
 */
export interface GameEnded {
  type: 'game_ended';
  winners: number[];
  losers: number[];
  strips: number[];
  round_points: number[];
  lost: number[];
}
/**
 * The public state of the protocol for fair deals (GZH1).
 */
export interface FairState {
  chain: Chain | null;
  count: number;
  previous: string | null;
  step: 'committing' | 'idle' | 'revealing' | 'settled';
  heard: boolean[];
  contributions: (BotSeat | Absent | Withheld | Revealed)[] | null;
}
/**
 * One of the two games, Gong Zhu and Hearts.
 */
export interface FamilyForm {
  family: 'gongzhu' | 'hearts';
  title: string;
}
/**
 * The losses of a player in Gong Zhu or in Hearts, and those of the bot levels for
 * comparison.
 */
export interface FamilyLosses {
  family: 'gongzhu' | 'hearts';
  whole: LossReport;
  rule_sets: LossReport[];
  levels: LevelReport[];
  preset: string;
}
/**
 * The losses of a player under one rule set, or under all rule sets of one of the two games.
 */
export interface LossReport {
  key: string;
  games: number;
  points: LossTable | null;
  chance: LossTable | null;
  course: LossPoint[];
}
/**
 * The losses of a player's decisions against the best choices, all in points or all in value of
 * the game: in total, and by part of the deal, such as passing or leading.
 */
export interface LossTable {
  deals: number;
  total: LossFigures;
  parts: {
    [k: string]: LossFigures;
  };
}
/**
 * The number of some decisions, and their losses in points or in value of the game.
 */
export interface LossFigures {
  decisions: number;
  best: number;
  loss: number;
  average: Estimate;
  matters: {
    [k: string]: Estimate;
  };
}
/**
 * A point in the chart of a player's average loss over time: the average up to the end of one
 * game.
 */
export interface LossPoint {
  game: string;
  finished: number;
  average: Estimate;
}
/**
 * The average loss of bots of one level.
 */
export interface LevelReport {
  level: string;
  points: LossTable;
}
/**
 * A player's statistics for Gong Zhu or for Hearts: under all rules together (`whole`), and by
 * rule set.
 */
export interface FamilyReport {
  family: 'gongzhu' | 'hearts';
  whole: RuleSetReport;
  rule_sets: RuleSetReport[];
}
/**
 * A player's statistics under one rule set, or under all rule sets of a family together.
 * `gongzhu.stats.statistics.Figures` explains the numbers.
 */
export interface RuleSetReport {
  key: string;
  preset: string | null;
  base: string | null;
  changes: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  deals: number;
  average: Average;
  scores: ScoreCount[];
  pigs: number;
  sheep: number;
  doublers: number;
  hearts: number;
  tried: number;
  made: number;
  sweeps: number;
  exposures: ExposureReport[];
  games: number;
  wins: number;
  last: number;
  places: PlaceCount[];
  against: CompanionReport[];
}
/**
 * A score of the player's pile, and the number of deals with that score.
 */
export interface ScoreCount {
  score: number;
  deals: number;
}
/**
 * A place (from 1), and the number of games in which the player's side took it.
 */
export interface PlaceCount {
  place: number;
  games: number;
}
/**
 * POST /api/clubs/find: find a club by its number or by the code in its invitation link.
 * Attempts are limited like those for room numbers. The response is `ClubBrief`.
 */
export interface FindClub {
  code: string;
}
/**
 * POST /api/sign-in/provider/finish: the parameters with which the provider has sent the
 * browser back; they are valid once, for this browser. Responds with `ProviderDone`. A player who
 * signs in gets a new session, and the former session of this browser ends.
 */
export interface FinishProvider {
  state: string;
  code?: string | null;
  error?: string | null;
  iss?: string | null;
}
/**
 * The state of a fork when the player's seat must choose, or at the end of the deal.
 */
export interface Fork {
  ply: number;
  table: TableState;
  names: string[];
  events: (
    | DealBegan
    | PassChosen
    | CardsPassed
    | ExposureChosen
    | CardsExposed
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | Claimed
    | MoonShot
    | MoonChosen
    | DealEnded
  )[];
  begun: number;
  actions: ForkAction[];
  asked: number | null;
  ask: Ask | null;
  over: ForkEnd | null;
}
/**
 * The public state of a table, without hands and secrets. `table` is its id and `host` the
 * host's seat (None if the host has no seat).
 */
export interface TableState {
  table: string;
  settings: Settings;
  stage: 'calling' | 'closed' | 'finished' | 'gathering' | 'playing' | 'scored';
  seats: SeatState[];
  host: number | null;
  until: number | null;
  game: string | null;
  totals: number[];
  deals: ScoredDeal[];
  games: PlayedGame[];
  strips: number[];
  round_points: number[];
  lost: number[];
  fair: FairState;
  removed: string[];
  waiting: Waiting[];
  practice: boolean;
  played_out: boolean;
}
/**
 * A seat, with the player or bot in it.
 */
export interface SeatState {
  kind: 'bot' | 'open' | 'player';
  name: string;
  level: string | null;
  program: boolean;
  ready: boolean;
  online: boolean;
  left: boolean;
  stand_in: boolean;
  away_since: number | null;
  failed: number;
  resigned: boolean;
}
/**
 * A scored deal of a game: its number since the table was opened (from 1), its scores by pile,
 * and the totals by side after it.
 */
export interface ScoredDeal {
  count: number;
  scores: number[];
  totals: number[];
}
/**
 * A finished game of the match: its id, winning and losing sides (indices), and final totals by
 * side.
 */
export interface PlayedGame {
  game: string;
  winners: number[];
  losers: number[];
  totals: number[];
  practice: boolean;
}
/**
 * A player who waits for a bot's seat until the deal is over.
 */
export interface Waiting {
  name: string;
  program: boolean;
}
/**
 * The result of a fork whose deal is over: points, score sheet and record.
 */
export interface ForkEnd {
  sheet: DealSheet;
  points: number[];
  before: number[];
  text: string;
  jsonl: string;
}
/**
 * POST /api/clubs: found a club and become its owner. The response is `ClubPage`.
 */
export interface FoundClub {
  name: string;
  public?: boolean;
  preset?: string | null;
  rules?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
}
/**
 * A finished game in the list of one player's games, as sent to that player. `game_briefs`
 * makes it.
 */
export interface GameBrief {
  game: string;
  title: string;
  family: 'gongzhu' | 'hearts';
  finished: number;
  names: string[];
  totals: number[];
  winners: number[];
  seat: number;
  levels: (string | null)[];
  preset: string | null;
  places: number[];
  practice: boolean;
  day_runs: boolean;
  round_runs: boolean;
}
/**
 * GET /api/games/{game}/review?lang=&from=&have=: the review of a finished game as far as it is
 * done, for the players of the game. If its table was public, it is for everyone once the table
 * has finished its next game or is closed. The response has an ETag.
 *
 * `from` is the number of the first deal to send (by default 1). At most ten deals are sent.
 * `have` is the number of decisions that the client already has of the deal under review.
 *
 * POST /api/games/{game}/review starts or continues the review, with the same response. POST
 * /api/reviews, with a file of records as the body (JSON lines or text, at most 1 MB), starts the
 * review of its deals. GET /api/reviews/{review} responds with it until half an hour after the
 * last request.
 */
export interface GameReview {
  review: string;
  state: 'done' | 'none' | 'paused' | 'running';
  count: number;
  done: number;
  first: number;
  deals: ToldDeal[];
  under_way: DealUnderWay | null;
  waiting: boolean;
  summary: SeatSummary[];
}
/**
 * The review of a deal as it is sent, in one language.
 */
export interface ToldDeal {
  game: number;
  deal: number;
  aim: 'game' | 'points';
  bins: number[];
  decisions: ToldDecision[];
  ledger: SeatLedger[];
  expected: ExpectedPoints[];
}
/**
 * A seat's result in a deal, split into its parts: `dealt`, `luck`, `given` and `own` add up to
 * `result`, in the unit of the deal. Partners share all but `own` and `given`.
 */
export interface SeatLedger {
  seat: number;
  dealt: number;
  luck: number;
  given: number;
  own: number;
  result: number;
}
/**
 * A summary of a seat's decisions in several deals, of those whose losses have the same
 * unit.
 */
export interface SeatSummary {
  seat: number;
  aim: 'game' | 'points';
  classes: {
    [k: string]: number;
  };
  losses: LossTable;
}
/**
 * GET /api/games/{game}?lang=&from=&to=: a finished game, for everyone who has its link, with
 * its deals number `from` to `to`, counted from 1. At most twenty deals are sent, which is also
 * the default. The response has an ETag.
 *
 * `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
 */
export interface GameSheet {
  game: string;
  title: string;
  names: string[];
  finished: number;
  deals: DealSheet[];
  count: number;
  first: number;
  seat: number | null;
}
/**
 * The last message before the server closes the connection, with the reason.
 */
export interface Goodbye {
  type: 'goodbye';
  code:
    | 'banned'
    | 'closed'
    | 'moved'
    | 'private'
    | 'removed'
    | 'restarting'
    | 'too_many'
    | 'too_slow'
    | 'unknown'
    | 'version';
  text: string;
  again: boolean;
  server: string | null;
}
/**
 * The first message that a client sends on a connection. Before it, all other messages except
 * `Ping` are refused.
 */
export interface Hello {
  type: 'hello';
  version?: number;
  since?: number | null;
  lang?: 'en' | 'zh';
  talk?: boolean;
}
/**
 * The estimates for one choice. Chances are from 0 to 1, and listed by seat.
 */
export interface HintChoice {
  action: Pass | Expose | Play | ChooseMoon | Claim;
  label: string;
  against: string;
  points: Estimate;
  behind: Estimate;
  standing: 'best' | 'equal' | 'open' | 'worse';
  captures: {
    [k: string]: number[];
  };
  slam: number[];
  samples: number;
}
/**
 * The answer to `AskHint`, sent only to the player who asked. It is computed only from what the
 * seat may know.
 */
export interface HintGiven {
  type: 'hint';
  id: string;
  sentence: string;
  choices: HintChoice[];
  good: number;
  aim: 'game' | 'points';
  advice?: string[];
}
/**
 * A message from the server's operator to everybody, with the time at which it was sent.
 */
export interface HostNotice {
  at: number;
  text: string;
}
/**
 * A message from the server's operator to all players, at any table.
 */
export interface HostSays {
  type: 'host_says';
  at: number;
  text: string;
}
/**
 * POST /api/me: become a new guest with this name. If the header `X-Gongzhu-Session` has the id
 * of the session, rename its player instead. Responds with `Me` and sets the cookie.
 */
export interface Introduce {
  name: string;
}
/**
 * GET /api/tables/{table}/invitation: the links and the room number by which others can come to
 * a table.
 *
 * `GET /api/tables/{table}/invitation.svg?link=` is one of the links as a QR code. Without `link`,
 * it is the first one.
 */
export interface Invitation {
  links: string[];
  reach: 'loopback' | 'network' | 'no_network' | 'public';
  number: string | null;
  number_until: number | null;
  number_on: boolean;
}
/**
 * POST /api/clubs/{club}/join: become a member. The response is `ClubPage`.
 */
export interface JoinClub {
  code?: string;
}
/**
 * A kind of key that the server accepts: an item of WebAuthn's `pubKeyCredParams`.
 */
export interface KeyKind {
  alg: number;
  type: 'public-key';
}
/**
 * A passkey of the player, given by the id of its credential.
 */
export interface KnownCredential {
  id: string;
  type: 'public-key';
}
/**
 * A chat line of a player: either a phrase or a text.
 */
export interface Line {
  number: number;
  at: number;
  seat: number;
  name: string;
  phrase?: string | null;
  text?: string | null;
}
/**
 * The newest chat lines of the table, the oldest of them first, sent to a client when it
 * connects. They replace all lines sent before.
 */
export interface Lines {
  type: 'lines';
  lines: Line[];
}
/**
 * GET /api/lobby?lang=: the public tables that somebody is connected to, the tables at which
 * the player has a seat, and the player's last games.
 */
export interface Lobby {
  mine: TableBrief[];
  public: TableBrief[];
  games: GameBrief[];
  count: number;
  notice: HostNotice | null;
}
/**
 * GET /api/me: the player of the session. Without a session, `name` and `session` are None (the
 * status is 200, too).
 */
export interface Me {
  name: string | null;
  recovery: boolean;
  session: string | null;
  certain: boolean;
}
/**
 * GET /api/clubs: the clubs that the player is a member of, and public ones to join.
 */
export interface MyClubs {
  clubs: ClubBrief[];
  open: ClubBrief[];
}
/**
 * GET /api/me/games?lang=&before=: the open tables at which the player has a seat, and a page
 * of the player's finished games. The response has an ETag.
 */
export interface MyGames {
  running: TableBrief[];
  games: GameBrief[];
  count: number;
  next: string | null;
}
/**
 * GET /api/me/statistics?lang=: statistics of the player's finished games. The response has an
 * ETag.
 *
 * `gongzhu stats FILE` computes the same from `GET /api/me/games.jsonl` (or `.txt`), which has all
 * finished games of the player in one file.
 */
export interface MyStatistics {
  reports: FamilyReport[];
  titles: {
    [k: string]: string;
  };
  differences: {
    [k: string]: string[];
  };
  losses: FamilyLosses[];
  pending: number;
}
/**
 * POST /api/sign-in/provider/new: become a new player to whom the account at the provider is
 * linked. Responds with `Me` and sets the cookie.
 */
export interface NewByProvider {
  name: string;
}
/**
 * POST /api/clubs/{club}/tables: open one more private table of the club, with a seat for the
 * player. The response is `TableOpened`.
 */
export interface OpenClubTable {
  rules: number;
  name?: string;
  clock?: Clock;
  talk?: Talk;
  late?: 'after_deal' | 'at_once' | 'never';
  bots?: {
    [k: string]: string;
  };
}
/**
 * POST /api/tables: open a table and take its first free seat. The response is
 * `TableOpened`.
 */
export interface OpenTable {
  preset?: string | null;
  rules?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  name?: string;
  access?: 'private' | 'public';
  clock?: Clock;
  talk?: Talk;
  late?: 'after_deal' | 'at_once' | 'never';
  bots?: {
    [k: string]: string;
  };
  start?: boolean;
  level?: string | null;
}
/**
 * POST /api/me/passkeys/options: begin to make a passkey. The challenge is valid once, for this
 * session, for five minutes.
 */
export interface PasskeyCreation {
  challenge: string;
  rp: RelyingParty;
  user: PasskeyUser;
  pubKeyCredParams: KeyKind[];
  excludeCredentials: KnownCredential[];
  timeout: number;
  authenticatorSelection: AuthenticatorSelection;
  attestation: 'none';
}
/**
 * The site that a passkey belongs to: WebAuthn's `rp`.
 */
export interface RelyingParty {
  id: string;
  name: string;
}
/**
 * The player that a passkey belongs to: WebAuthn's `user`.
 */
export interface PasskeyUser {
  id: string;
  name: string;
  displayName: string;
}
/**
 * POST /api/sign-in/passkey/options: begin to sign in. The challenge is valid once, for this
 * browser, for five minutes; a cookie is set for the same time. POST
 * /api/me/proof/passkey/options: begin to prove the identity of the signed-in player. The
 * challenge is valid once, for this session, for five minutes.
 */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  timeout: number;
  allowCredentials: KnownCredential[];
  userVerification: 'required';
}
/**
 * POST /api/clubs/{club}/tournaments: plan a tournament of a club, as its owner or a helper.
 * The response is `TournamentPage`.
 */
export interface PlanTournament {
  name: string;
  rules: number;
  rounds: number;
  scoring?: 'average' | 'matchpoints';
  minutes?: number;
  move?: number;
  level?: string | null;
  least?: number;
}
/**
 * The answer to a `Ping`, with its number and the time by the server's clock (`at`,
 * milliseconds since 1970).
 */
export interface Pong {
  type: 'pong';
  n: number;
  at: number;
}
/**
 * A preset (named rule set), for a page on which rules are chosen.
 */
export interface PresetForm {
  name: string;
  family: 'gongzhu' | 'hearts';
  title: string;
  about: string;
  players: number;
  partners: boolean;
  rules: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
}
/**
 * The body of every HTTP response that is not a success: a code, and the reason in words.
 */
export interface Problem {
  code: string;
  text: string;
  faults: RulesFault[];
  lines: string[];
}
/**
 * A fault in one option of a rule set: the option's key, and the fault in words.
 */
export interface RulesFault {
  key: string;
  text: string;
}
/**
 * The outcome of signing in at the provider, of linking an account, or of proving an
 * identity.
 */
export interface ProviderDone {
  outcome: 'linked' | 'proved' | 'signed_in' | 'unknown';
  suggested: string;
  session: string | null;
}
/**
 * The URL of the provider's page to open; it leads back to the page `/sign-in` of this
 * server.
 */
export interface ProviderPage {
  url: string;
}
/**
 * GET /api/tables?search=&from=&lang=: a page of the public tables that somebody is connected
 * to. If `search` is given, each of its words must occur in the table's name, in the title of its
 * rules or in the name of a player there. `from` is the number of tables before this page.
 */
export interface PublicTables {
  tables: TableBrief[];
  count: number;
  next: number | null;
}
/**
 * GET /api/me/puzzles: the puzzles that the player has attempted, and the ratings computed from
 * them.
 */
export interface PuzzleBook {
  ratings: {
    [k: string]: PuzzleRating;
  };
  tried: {
    [k: string]: boolean;
  };
  streak: number;
  best: number;
}
/**
 * A player's Glicko-2 rating for the puzzles of one kind of game, Gong Zhu or Hearts. 1500 is
 * average.
 */
export interface PuzzleRating {
  rating: number;
  deviation: number;
  volatility: number;
}
/**
 * A player's first choice in a puzzle, sent by the client to be counted.
 */
export interface PuzzleTry {
  id: string;
  action: Pass | Expose | Play;
}
/**
 * The rating of a player, or of all bots of one level.
 */
export interface Rating {
  name: string;
  bot: boolean;
  member: number | null;
  you: boolean;
  mu: number;
  sigma: number;
  shown: number;
  deals: number;
  games: number;
  provisional: boolean;
}
/**
 * The ratings for one kind of rules: the same aim, number of players and partnerships.
 */
export interface RatingList {
  aim: 'high' | 'low';
  players: number;
  partners: boolean;
  ratings: Rating[];
}
/**
 * GET /api/clubs/{club}/ratings: ratings computed from all games of the club, for members who
 * let others see theirs, and for bots. Empty if the club shows no ratings.
 */
export interface Ratings {
  lists: RatingList[];
  pending: number;
}
/**
 * POST /api/me/recover: sign in as the player whose recovery code this is. Responds with
 * `Recovered` and sets the cookie; the former session of this browser ends. POST
 * /api/me/proof/code: prove the identity of the signed-in player with their code. Responds with
 * `Recovered` and renews the cookie.
 */
export interface Recover {
  code: string;
}
/**
 * The player whose recovery code was used, and the new code that replaces it.
 */
export interface Recovered {
  name: string;
  code: string;
  session: string;
  recovery: boolean;
}
/**
 * POST /api/me/recovery: make a recovery code. It is sent only this once, and replaces the
 * previous one.
 */
export interface RecoveryCode {
  code: string;
}
/**
 * The request with this id was refused, and has changed nothing.
 */
export interface Refused {
  type: 'refused';
  id: string | null;
  code: string;
  text: string;
}
/**
 * POST /api/me/passkeys/remove: remove one of the player's passkeys, given by its id. Responds
 * with `Account`.
 */
export interface RemovePasskey {
  passkey: string;
}
/**
 * POST /api/me/passkeys/rename: rename one of the player's passkeys, given by its id. Responds
 * with `Account`.
 */
export interface RenamePasskey {
  passkey: string;
  name: string;
}
/**
 * POST /api/tables/{table}/report: report a player who sits at the table to the operator, at
 * most 10 times in 24 hours. Responds with `Reported`.
 */
export interface ReportPlayer {
  seat: number;
  name: string;
  reason: 'abuse' | 'cheating' | 'name' | 'other' | 'stalling';
  text?: string;
}
/**
 * The report was stored; `name` is the name of the reported player.
 */
export interface Reported {
  name: string;
}
/**
 * Ask the table to carry out a command. Answered by `Done`, `HintGiven`, `Said` or `Refused`.
 * Sending the same request twice is harmless.
 */
export interface Request {
  type: 'request';
  id: string;
  do:
    | Play
    | Pass
    | Expose
    | ChooseMoon
    | Claim
    | Sit
    | Leave
    | SeatBot
    | Clear
    | StandIn
    | Readmit
    | Admit
    | TurnAway
    | Swap
    | Ready
    | Start
    | Configure
    | SetTalk
    | TakeBack
    | Resign
    | Commit
    | Reveal
    | Close
    | AskHint
    | Say
    | Write;
  after?: number | null;
}
/**
 * Send a phrase or a face to everyone at the table. Answered by `Said`.
 */
export interface Say {
  type: 'say';
  phrase: string;
}
/**
 * Send a line of text to everyone at the table, if the host allows it. Answered by `Said`.
 */
export interface Write {
  type: 'write';
  text: string;
}
/**
 * POST /api/bots/revoke: make the token of one of the player's bot accounts invalid, and close
 * its sockets. Responds with `Account`.
 */
export interface RevokeBot {
  bot: string;
}
/**
 * POST /api/numbers: find a table by its room number, at most ten times a minute. The response
 * is `TableFound`, or status 429 with `Retry-After` after too many attempts.
 */
export interface RoomNumberAsked {
  number: string;
}
/**
 * POST /api/rules/explain?lang=: explain a rule set. `rules` has all its options by key, or
 * only those that differ from `preset`. The response is `RulesExplained`.
 */
export interface RulesAsked {
  rules?: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  preset?: string | null;
}
/**
 * A rule set explained in sentences. If the rules cannot be played, the response is a `Problem`
 * (422) instead.
 */
export interface RulesExplained {
  rules: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number | string;
        }
      | (string | [number, number])[];
  };
  preset: string | null;
  sections: SectionShown[];
  differs: string[];
  differences: string[];
}
/**
 * The rules for one stage of the game, as sentences in the language of the request.
 */
export interface SectionShown {
  group: string;
  title: string;
  sentences: SentenceShown[];
}
/**
 * One rule as a sentence, in the language of the request.
 */
export interface SentenceShown {
  text: string;
  option: string | null;
}
/**
 * GET /api/rules?lang=: all that a page for choosing rules and bots needs.
 */
export interface RulesForm {
  families: FamilyForm[];
  presets: PresetForm[];
  examples: ExampleForm[];
  levels: {
    [k: string]: string;
  };
  default_preset: string;
  default_level: string;
  levels_about: {
    [k: string]: string;
  };
  looking_ahead: string[];
  thinking_ms: number[];
}
/**
 * A new chat line. Lines are kept only in memory, and a line may be lost.
 */
export interface Said {
  type: 'said';
  line: Line;
  id?: string | null;
}
/**
 * The table of a season for one game, Gong Zhu or Hearts.
 */
export interface SeasonPart {
  family: 'gongzhu' | 'hearts';
  aim: 'high' | 'low';
  rows: SeasonRow[];
}
/**
 * The figures of one player, or of all bots of one level, in a season.
 */
export interface SeasonRow {
  name: string;
  bot: boolean;
  member: number | null;
  real: boolean;
  you: boolean;
  games: number;
  wins: number;
  last: number;
  deals: number;
  average: Average;
  pigs: number;
  sheep: number;
  slams: number;
  strips: number;
  round_points: number;
  by_bot: number;
}
/**
 * GET /api/clubs/{club}/seasons/{season}?lang=: the figures of a season, added up over all its
 * games. With `.csv` appended, the path gives the figures as a CSV file. With `.jsonl` appended,
 * it gives the records of the games.
 */
export interface SeasonTable {
  season: SeasonBrief;
  parts: SeasonPart[];
  books: BookBrief[];
  games: number;
  pending: number;
}
/**
 * A credential with which a challenge was signed. Further fields that a browser sends are
 * ignored.
 */
export interface ShownCredential {
  id: string;
  response: ShownCredentialResponse;
}
/**
 * The response of an authenticator to the challenge of a `PasskeyRequest`.
 */
export interface ShownCredentialResponse {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}
/**
 * POST /api/sign-in/passkey: sign in as the player to whom the passkey belongs. Responds with
 * `Me` and sets the cookie; the former session of this browser ends. POST /api/me/proof/passkey:
 * prove the identity of the signed-in player with one of their passkeys. Responds with `Me` and
 * renews the cookie.
 */
export interface SignInByPasskey {
  credential: ShownCredential;
}
/**
 * POST /api/me/devices/sign-out: end one session of the player, given by its id. Responds with
 * `Account`.
 */
export interface SignOut {
  device: string;
}
/**
 * Everything that the client may know of the table. It replaces all messages sent before.
 */
export interface Snapshot {
  type: 'snapshot';
  seq: number;
  at: number;
  you: You;
  table: TableView;
  ask?: Ask | null;
  bots_at?: {
    [k: string]: number;
  };
}
/**
 * The status, at this table, of the player behind this connection: name, seat, and whether
 * host, removed or waiting.
 */
export interface You {
  name: string;
  seat: number | null;
  host: boolean;
  devices: number;
  removed: boolean;
  left: boolean;
  waiting: boolean;
}
/**
 * Everything that one observer may know of a table. `seat` is None for a spectator.
 */
export interface TableView {
  state: TableState;
  seat: number | null;
  deal: DealView | null;
}
/**
 * A row of the standings: one entrant, person or bot, with rank and points after the finished
 * rounds.
 */
export interface StandingRow {
  rank: number;
  place: number;
  name: string;
  bot: string | null;
  points: number;
  boards: number;
  by_bot: number;
}
/**
 * POST /api/tables/{table}/number: switch the table's room number on or off, as its host. The
 * response is `Invitation`.
 */
export interface SwitchNumber {
  on: boolean;
}
/**
 * The response to a room number: the table that it leads to.
 */
export interface TableFound {
  table: string;
  path: string;
}
/**
 * POST /api/tables/{table}/leave: give up the player's seat, and close the table if only bots
 * remain. Nothing changes if the player has no seat, so the request may be repeated.
 */
export interface TableLeft {
  closed: boolean;
}
/**
 * The response to a request for a new table, or for a club's standing table.
 */
export interface TableOpened {
  table: string;
  path: string;
}
/**
 * Entry `seq` of the table's log, as far as the client may know it. `facts` is empty if it may
 * know nothing of it.
 */
export interface Update {
  type: 'update';
  seq: number;
  at: number;
  facts: (
    | Opened
    | Configured
    | HostChanged
    | Sat
    | BotSat
    | Knocked
    | StoppedWaiting
    | Left
    | Removed
    | Readmitted
    | Swapped
    | ReadySet
    | Came
    | Went
    | BotStoodIn
    | PlayedOut
    | TimedOut
    | BotFailed
    | BotHurried
    | Resumed
    | WaitsUntil
    | GameBegan
    | ChainBegan
    | DealCalled
    | Committed
    | NumbersLocked
    | NumberShown
    | NumbersSettled
    | DealGiven
    | Happened
    | Chose
    | DealScored
    | TookBack
    | Resigned
    | DealAborted
    | GameEnded
    | Closed
  )[];
  ask?: Ask | null;
  bots_at?: {
    [k: string]: number;
  };
}
/**
 * The status of this connection's player has changed: the player sat down, changed seats,
 * became host, or connected on another device.
 */
export interface YouAre {
  type: 'you';
  you: You;
}
/**
 * The step of the protocol GZH1 (fair dealing) that the tournament waits for. Each entrant who
 * is present draws one random number, sends commitments made from it, one for each deal, and then
 * reveals the number.
 */
export interface TournamentCall {
  table: string;
  chain: Chain;
  rules_hash: string;
  rounds: number;
  place: number;
  step: 'commit' | 'reveal';
  yours: boolean;
  locked: (string | null)[];
}
/**
 * A person or bot that plays in a tournament, as shown on its page. People come first, in the
 * order in which they entered.
 */
export interface TournamentEntrant {
  place: number;
  name: string;
  bot: string | null;
  present: boolean;
  left: boolean;
}
/**
 * GET /api/tournaments/{tournament}?lang=: a tournament, for the members of its club and for
 * its entrants. Nothing in it depends on a deal that somebody has still to play.
 *
 * Once a round is finished, GET /api/tournaments/{tournament}.jsonl has the records of its deal
 * from all tables, `.csv` the results, and `.evidence.jsonl` the evidence by which anyone can
 * check how the cards were dealt.
 */
export interface TournamentPage {
  tournament: string;
  club: string;
  club_name: string;
  name: string;
  stage: 'calling' | 'cancelled' | 'ended' | 'gathering' | 'playing';
  preset: string | null;
  title: string;
  rules: RuleSet;
  rounds: number;
  round: number;
  deserted: boolean;
  scoring: 'average' | 'matchpoints';
  minutes: number;
  move: number;
  level: string;
  least: number;
  ends: number | null;
  now: number;
  entrants: TournamentEntrant[];
  you: number | null;
  may_run: boolean;
  call: TournamentCall | null;
  table: string | null;
  playing: number;
  standings: StandingRow[];
  boards: BoardBrief[];
}
/**
 * POST /api/me/puzzles: count first attempts at puzzles, in order. Puzzles that were attempted
 * before or are unknown to this server are ignored. The response is `PuzzleBook`.
 */
export interface TryPuzzles {
  /**
   * @maxItems 50
   */
  tries: PuzzleTry[];
}
/**
 * POST /api/me/unblock: end a block, given by its number in `Blocked`. Responds with
 * `Blocks`.
 */
export interface Unblock {
  number: number;
}
