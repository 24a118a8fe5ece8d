// Generated from src/kolej/server/wire, the engine's view and its events; do not edit.
// `python -m kolej.server.wire.typescript` writes it again.

/** Why a request was refused. */
export interface Problem {
  code: string;
  reason: string;
  rule: string | null;
  /** The parameters of the code's sentence; null where only the English reason is precise. */
  params: Record<string, number | string> | null;
}

/** The current user. */
export interface Me {
  person: number;
  name: string;
  account: boolean;
}

/** A new name for the current user. */
export interface NewName {
  name: string;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** A new password, with the current one as proof. */
export interface NewPassword {
  old: string;
  new: string;
}

/** The deletion of the current user. An account needs its password as proof; a guest has none. */
export interface Deletion {
  password?: string | null;
}

/** A token of the current user, in a browser or in a program. The token itself is not shown again. */
export interface TokenInfo {
  id: number;
  label: string;
  /** Milliseconds since 1970. */
  created: number;
  /** The day of its last use, in milliseconds since 1970. */
  used: number;
  /** Whether this request was authenticated by it. */
  current: boolean;
}

/** A token for a program that plays as the current user; it is shown only once. */
export interface NewToken {
  token: string;
}

/** Time limits: a bank of seconds for the whole game, and more seconds for every move. */
export interface Clock {
  bank: number;
  more: number;
}

/** The settings of a table. They can't change any more once its game has started. They are stored in the log of the table as well: a limit may be widened, never narrowed. */
export interface TableSettings {
  edition: string;
  seats: number;
  /** Listed for everyone to join. */
  open?: boolean;
  undo?: "none" | "agreed" | "free";
  /** Milliseconds before a bot's move is shown. */
  pace?: number;
  hints?: boolean;
  clock?: Clock | null;
  /** Seconds after which a bot plays for an absent person. */
  absent?: number | null;
  /** What follows when a player resigns: a bot plays on, or the game ends as it stands. */
  resign?: "bot" | "end";
  /** The seat that begins; chance decides if it is null. */
  first?: number | null;
  /** House rules, by id; the edition lists its own. */
  house?: string[];
  /** Several people share the host's screen. The server sets it: see `people` of a new table. */
  hot_seat?: boolean;
}

/** A table to be created. */
export interface NewTable {
  id: string;
  settings: TableSettings;
  /** Players who share this screen. */
  people?: string[];
  /** Levels by seat number. */
  bots?: Record<string, string>;
  /** Shapes that were chosen, by seat number. */
  shapes?: Record<string, "circle" | "triangle" | "square" | "diamond" | "star">;
}

/** A change of seats, the start of the game, a resignation, or a rematch. */
export interface Change {
  id: string;
  seat?: number | null;
  name?: string | null;
  level?: string | null;
  shape?: "circle" | "triangle" | "square" | "diamond" | "star" | null;
}

/** New settings of a table whose game has not started. */
export interface NewSettings {
  id: string;
  /** The settings that change; all others stay as they are. */
  settings?: Partial<TableSettings>;
  /** Levels by seat number. */
  bots?: Record<string, string>;
}

/** A seat as everyone sees it. */
export interface SeatInfo {
  seat: number;
  kind: "free" | "person" | "bot";
  name: string;
  yours: boolean;
  online: boolean;
  /** A bot plays for an absent person. */
  absent: boolean;
  /** The colour and shape of its pieces. */
  shape: "circle" | "triangle" | "square" | "diamond" | "star";
  level: string | null;
  /** Seconds left, at a table with clocks. */
  clock: number | null;
  /** Whether its decision is due, so that its clock runs if it has one. */
  ticking: boolean;
  /** Whether the viewer has left this seat and may return to it. */
  can_return: boolean;
  /** Its points, once the game is over. */
  points: number | null;
  /** Its rank, 1 for a winner, once the game is over. */
  rank: number | null;
  /** Whether its player gave up; a bot plays on, or the game ended with it. */
  resigned: boolean;
  /** Whether the shape was chosen for this seat, so that no other seat can choose it. */
  shape_chosen: boolean;
}

/** Somebody asks for a seat that was left during the game. */
export interface SeatRequest {
  seat: number;
  name: string;
  yours: boolean;
  agreed: number[];
  /** The seats that have to agree. */
  needed: number[];
}

/** Somebody who watches a table without a seat, as its host sees them. Anonymous clients have no name. */
export interface SpectatorInfo {
  /** For the command `moderate`: the same as long as the table exists, and another one at every table. */
  id: string;
  name: string;
  muted: boolean;
  /** Whether the host has removed them; listed as long as the server remembers who they were. */
  removed: boolean;
}

/** Who has to agree before a table is deleted. */
export interface DeletionConsent {
  agreed: number[];
  /** The seats that have to agree, those that have agreed included; none where the host decides alone. */
  needed: number[];
}

/** The answer to a request to delete a table. */
export interface TableDeletion {
  deleted: boolean;
  /** If the table is not deleted yet: whose consent it waits for. */
  consent: DeletionConsent;
}

/** A player asks the others to end the game as it stands. */
export interface EndRequest {
  seat: number;
  agreed: number[];
  /** The seats that have to agree: those of all other people, whether they are there or not. */
  needed: number[];
}

/** Something for the log of a game that is no event of it: a resignation, or that all agreed to end it. */
export interface TableNote {
  version: number;
  type: "resigned" | "agreed";
  /** The seat that resigned. */
  seat: number | null;
}

/** A table as everyone sees it. */
export interface TableInfo {
  code: string;
  status: "open" | "running" | "finished" | "abandoned";
  stage: "gathering" | "dealing" | "playing" | "over";
  version: number;
  seats: SeatInfo[];
  /** Whether the viewer is the host. */
  host: boolean;
  settings: Required<TableSettings>;
  created: number;
  /** Open sockets of players and spectators. */
  subscribers: number;
  /** The code of the table for the rematch. */
  rematch: string | null;
  /** A request for a seat that waits for consent. */
  request: SeatRequest | null;
  /** A request to end the game that waits for consent. */
  ending: EndRequest | null;
  /** Why the game was ended before its end. */
  early: "agreement" | "resignation" | null;
  /** What the log of the game shows beside its events; empty in lists. */
  notes: TableNote[];
  /** Who has to agree before the table is deleted; null if the viewer may not delete it now. */
  deletion: DeletionConsent | null;
}

/** A paragraph or a table of a rule. */
export interface RuleBlock {
  /** A ruling fills a gap of the printed rules; a departure differs from them. */
  type: "text" | "ruling" | "departure" | "table";
  text: string;
  /** The rows of a table; the first has its headings. */
  rows: string[][];
}

/** One rule of a rulebook. */
export interface RuleEntry {
  id: string;
  /** The English name of its section, in lower case with hyphens. */
  section: string;
  /** The language of its text: English where it has no translation. */
  language: string;
  blocks: RuleBlock[];
}

/** The written rules, all of them or those that apply to an edition. */
export interface RuleBook {
  edition: string | null;
  language: string;
  rules: RuleEntry[];
}

/** Points at the end of a game. */
export interface AwardData {
  /** The key of its name in the message catalogue, after `end.award.`. */
  name: string;
  /** Its English name, for an award that the catalogue does not know. */
  label: string;
  /** The values of tickets; points for each of something, or for the most of it; points by rank. */
  type: "tickets" | "each" | "most" | "ranking" | "other";
  points: number;
  /** By the number of seats, the points of each rank. */
  places: Record<string, number[]>;
  /** The points of a marker that never moved. */
  unmoved: number;
}

/** The numbers of an edition's rules, for a legend. */
export interface RuleFacts {
  /** Cards of every colour in the deck. */
  cards_each: number;
  wilds: number;
  opening_cards: number;
  /** Tickets that each seat is dealt, by their deck. */
  opening_tickets: Record<string, number>;
  opening_keep: number;
  tickets_drawn: number;
  /** Where drawn tickets go that are not kept. */
  tickets_return: "box" | "bottom" | "shuffled";
  /** A wild from the display is the whole draw. */
  wild_alone: boolean;
  /** With so many wilds the display is replaced; null if it never is. */
  flush_at: number | null;
  /** From how many seats on both tracks of a double route can be claimed. */
  both_from: number;
  /** The cards that the first, second … building costs. */
  build_costs: number[];
  /** The pieces of a seat that are counted together for the last round. */
  end_of: string[];
  /** At most so many pieces must also be left in the pool; null where there is no such condition. */
  end_pool: number | null;
  awards: AwardData[];
  /** Tie-breaks in order, as the message catalogue names them after `end.tie.`. */
  ties: string[];
}

/** An edition on the home page. */
export interface EditionCard {
  id: string;
  name: string;
  box: string;
  seats: number[];
  /** The length of a game with the fewest and with the most seats. */
  minutes: number[];
  cities: number;
  routes: number;
  tickets: number;
  differences: string[];
  reconstructed: boolean;
  note: string;
  /** The house rules that a table may agree on, by id. */
  house: string[];
  /** Hints have something to say: the odds of tunnels. */
  hints: boolean;
}

/** A city of a board. */
export interface CityData {
  id: string;
  name: string;
  tags: string[];
  alias: string;
}

/** A route of a board; `color` counts from 1 as in `colors`, and is null for gray. */
export interface RouteData {
  id: string;
  a: number;
  b: number;
  length: number;
  color: number | null;
  kind: string;
  symbols: number;
  pair: number | null;
  spaces: number;
}

/** A ticket of a board. */
export interface TicketData {
  id: string;
  a: number;
  b: number;
  points: number;
  deck: string;
}

/** How a kind of route is drawn. */
export interface KindData {
  outline: string;
  words: string;
}

/** Several cards of any kind that stand in for one card of a payment. */
export interface StandInData {
  /** How many cards stand in for one. */
  cards: number;
  /** Which cards they may replace: wilds, or any card of the payment. */
  replaces: "wild" | "any";
}

/** A way to claim a route. `view.taken`, `status.option` and `legal` have its number. */
export interface ClaimOptionData {
  route: number;
  /** The piece that is drawn on the route. */
  piece: string;
  /** How many pieces of the seat it uses; 0 if they come from the shared pool. */
  pieces: number;
  points: number;
  /** How far the seat's marker moves on the track. */
  track: number;
  /** Every seat may travel the route. */
  shared: boolean;
  /** Cards that are turned up before the claim is complete; each may cost one card more. */
  reveals: number;
  stand_in: StandInData | null;
}

/** Everything printed on a board, and what a client must know of its rules to show a game. */
export interface EditionData {
  id: string;
  name: string;
  box: string;
  fingerprint: string;
  rules: number;
  colors: string[];
  wild: string;
  aspect: number;
  reconstructed: boolean;
  note: string;
  seats: number[];
  cities: CityData[];
  routes: RouteData[];
  tickets: TicketData[];
  kinds: Record<string, KindData>;
  options: ClaimOptionData[];
  /** By the colour of a payment, the kinds of revealed cards that each cost one card more. */
  tunnel_matches: number[][];
  pieces: Record<string, number>;
  /** The pieces in the order of `view.supply`. */
  piece_order: string[];
  /** Pieces in the shared pool at the start. */
  pool: number;
  /** What these pieces are called; null where there is no pool. */
  pool_piece: string | null;
  /** How many drawn tickets must be kept at least. */
  tickets_keep: number;
  /** Cards in the display. */
  face_up: number;
  /** The piece that is built in cities; null where none is. */
  builder: string | null;
  /** The last round begins when a seat has this many pieces left, or fewer. */
  end_pieces: number;
  differences: string[];
  facts: RuleFacts;
}

/** The text of one rule. */
export interface RuleText {
  id: string;
  title: string;
  text: string;
}

/** A bot level to choose. */
export interface LevelCard {
  name: string;
  character: string;
  /** About how long it thinks at every decision; 0 is too short to notice. */
  seconds: number;
}

/** Make a move. `version` is the last one seen; `move` is a number of `legal`, notation, or a whole payment. */
export interface Act {
  type: "act";
  id: string;
  seat: number;
  version: number;
  move: number | string | Payment;
}

/** A route and all cards that are paid for it. */
export interface Payment {
  claim: [number, number[]];
}

/** Show the table from another seat of the same user. */
export interface Look {
  type: "look";
  id: string;
  seat: number;
}

/** Undo the last decision of a seat, or ask the other players for it. */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
}

/** Agree to what is asked for, or refuse it: an undo, a request for a seat, or the end of the game. */
export interface Agree {
  type: "agree";
  id: string;
  seat: number;
  agree: boolean;
  about?: "undo" | "seat" | "end";
  /** The last one seen: an answer to a request that was made later is refused. */
  version?: number | null;
}

/** Give up the game with one seat. A bot plays on, or the game ends, as the table is set. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Ask everybody to end the game as it stands. */
export interface End {
  type: "end";
  id: string;
  seat: number;
}

/** Choose what the stations of a seat borrow, once the game is over. */
export interface Stations {
  type: "stations";
  id: string;
  seat: number;
  /** Cities and the routes that are borrowed there, null for none. */
  routes: ([number, number | null])[];
}

/** Send a chat message to everyone at the table. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Mute or remove a spectator, or allow them to chat and watch again. Only for the host. The spectator is the one who wrote a message, or one in the list of spectators. */
export interface Moderate {
  type: "moderate";
  id: string;
  action: "mute" | "remove" | "allow";
  chat?: number | null;
  spectator?: string | null;
}

/** Commit to a seed for the deal. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  hash: string;
}

/** Open the commitment: send its seed. */
export interface Open {
  type: "open";
  id: string;
  seat: number;
  seed: string;
}

/** Agree that the server's fallback seeds are used for missing seats. */
export interface Fallback {
  type: "fallback";
  id: string;
  seat: number;
  /** The missing seats, as last shown. */
  missing: number[];
}

/** Ask why a route can't be claimed, or why the seat can't build in a city. */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  route?: number | null;
  city?: number | null;
}

/** Ask which cards may be added to a payment with stand-ins. */
export interface StandIns {
  type: "stand-ins";
  id: string;
  seat: number;
  route: number;
  /** Cards of each kind, the wild first. */
  cards: number[];
}

/** Ask what the tickets of a seat still need. */
export interface Reach {
  type: "reach";
  id: string;
  seat: number;
}

/** Ask how likely a tunnel costs additional cards. */
export interface Odds {
  type: "odds";
  id: string;
  seat: number;
  route: number;
  /** Cards of each kind, the wild first. */
  cards: number[];
}

/** Check the connection. */
export interface Ping {
  type: "ping";
  id: string;
}

/** A seat's legal moves, each with its number. */
export interface Legal {
  seat: number;
  draw: number | null;
  take: [number, number][];
  tickets: number | null;
  pass: number | null;
  refuse: number | null;
  keep: [number, number[]][];
  /** Move, route, cards, claim option. */
  claim: [number, number, number[], number][];
  /** Move, route, how many cards others stand in for, claim option. */
  stand_ins: [number, number, number, number][];
  build: [number, number, number[]][];
  pay: [number, number[]][];
}

/** One line of a recount. */
export interface CountItem {
  /** What is counted; `award` where only the points of the award as a whole are known, as for a custom one. */
  type: "route" | "ticket" | "city" | "pieces" | "path" | "tickets" | "track" | "award";
  /** The number of the route, ticket or city; otherwise how many: pieces, spaces of a path, tickets, steps. */
  of: number;
  points: number;
}

/** A ticket at the end, with the routes that connect its cities. */
export interface TicketResult {
  seat: number;
  ticket: number;
  done: boolean;
  path: number[];
}

/** The points of each seat from one award. */
export interface AwardResult {
  /** The key of its name in the catalogue, after `end.award.`. */
  award: string;
  points: number[];
  /** Its English name, for a custom award that the catalogue lacks. */
  words: string;
  /** By seat, what the points were given for; their sum is the points. */
  items: CountItem[][];
}

/** The longest path of a seat. */
export interface PathResult {
  seat: number;
  routes: number[];
  length: number;
}

/** One step in breaking a tie for the first place. */
export interface TieResult {
  /** What was compared: `points` first, then one tie-break after the other; `shared` where none was left. */
  tie: string;
  /** The seats that were compared. */
  seats: number[];
  /** What each of them had. */
  counts: number[];
  /** The seats that were still level after it; a single one has won. */
  level: number[];
  words: string;
}

/** A station at the end, and the route that it borrows. */
export interface StationResult {
  seat: number;
  city: number;
  /** The routes that it may borrow. */
  routes: number[];
  /** The route that it borrows: the best one, unless its owner chose another. */
  route: number | null;
  /** Whether its owner chose. */
  chosen: boolean;
}

/** The result of a game. */
export interface Result {
  totals: number[];
  ranks: number[];
  winners: number[];
  rows: AwardResult[];
  tickets: TicketResult[];
  longest: PathResult[];
  ties: TieResult[];
  stations: StationResult[];
  /** Why the game was ended before its end, with the points as they stood. */
  early: "agreement" | "resignation" | null;
  /** Seats whose players resigned. */
  resigned: number[];
}

/** The table, sent whenever something about it has changed. */
export interface TableFrame {
  type: "table";
  version: number;
  table: TableInfo;
}

/** Everything that a viewer may know of the game. */
export interface ViewFrame {
  type: "view";
  version: number;
  seat: number | null;
  view: View;
  /** The seats whose decision is due. */
  due: number[];
  /** Pairs of routes: once the first is claimed, nobody can claim the second any more. */
  closes: [number, number][];
  /** The legal moves of `seat`, when its decision is due. */
  legal: Legal | null;
  players: string[];
  result: Result | null;
}

/** The events of a move, as a viewer may see them. */
export interface EventsFrame {
  type: "events";
  version: number;
  seat: number | null;
  events: EventPair[];
  /** The seats whose decision is due; null where newer events follow at once. */
  due: number[] | null;
  /** The legal moves of `seat`, when its decision is due. */
  legal: Legal | null;
  result: Result | null;
}

/** A chat message. */
export interface ChatFrame {
  type: "chat";
  version: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** The progress of the fair deal. */
export interface DealFrame {
  type: "deal";
  version: number;
  stage: "commit" | "open" | "dealt";
  server: string;
  terms: Record<string, unknown>;
  commitments: Record<string, unknown>[] | null;
  waits_for: number[];
  /** Seats that were waited for long enough: those who are there are asked for the server's fallback seeds. */
  missing: number[];
  /** Seats that have agreed to that. */
  agreed: number[];
}

/** A requested undo; nobody requests one when `asked_by` is null. */
export interface UndoFrame {
  type: "undo";
  version: number;
  asked_by: number | null;
  agreed: number[];
  needed: number[];
}

/** The result has changed: somebody chose what their stations borrow. */
export interface ResultFrame {
  type: "result";
  version: number;
  result: Result;
}

/** A command has taken effect and is durable. */
export interface Ok {
  type: "ok";
  id: string;
  version: number;
}

/** A command was refused and has changed nothing. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  reason: string;
  rule: string | null;
  /** The parameters of the code's sentence; null where only the English reason is precise. */
  params: Record<string, number | string> | null;
}

/** The answer to a question. */
export interface Answer {
  type: "answer";
  id: string;
  answer: WhyAnswer | StandInsAnswer | ReachAnswer | OddsAnswer;
}

/** Why the seat can't take a route or build in a city, as a refused move says it; or that it can. */
export interface WhyAnswer {
  type: "why";
  claimable: boolean;
  reason: string | null;
  rule: string | null;
  code: string | null;
  params: Record<string, number | string>;
}

/** The kinds that may be added; `whole` when the payment can be made as it is. */
export interface StandInsAnswer {
  type: "stand-ins";
  next: number[];
  whole: boolean;
  /** How many spaces of the route the cards pay for. */
  paid: number;
}

/** What a ticket still needs: the cheapest path, its cards, and its routes that are still to be claimed. */
export interface TicketReach {
  ticket: number;
  done: boolean;
  possible: boolean;
  cards: number;
  routes: number[];
  pieces_short: number;
  /** The whole path, with the routes that the seat may travel already. */
  path: number[];
}

/** What each ticket of the seat still needs. */
export interface ReachAnswer {
  type: "reach";
  tickets: TicketReach[];
}

/** The probabilities that a tunnel costs no additional card, one, two ... */
export interface OddsAnswer {
  type: "odds";
  chances: number[];
}

/** The server closes this socket. */
export interface Gone {
  type: "gone";
  code: string;
  reason: string;
}

/** The frames of a game so far, for one viewer; a long history comes in pages. */
export interface History {
  version: number;
  players: string[];
  seats: number;
  /** Frames as they were sent: the first view, events, views after an undo, the last chat messages. */
  frames: Frame[];
  /** The version after which the next page starts; null at the end. */
  next: number | null;
  /** Whenever it has changed: the version, and the tickets of the viewing seat that are completed since then. */
  completed: [number, number[]][];
  /** For each undo its version, and that of the first entry that it has taken back. */
  undone: [number, number][];
}

/** What a client sends over a socket. */
export type Command =
  | Act
  | Look
  | Undo
  | Agree
  | Resign
  | End
  | Stations
  | Chat
  | Moderate
  | Commit
  | Open
  | Fallback
  | Why
  | StandIns
  | Reach
  | Odds
  | Ping;

/** What the server sends over a socket. */
export type Frame =
  | TableFrame
  | ViewFrame
  | EventsFrame
  | ChatFrame
  | DealFrame
  | UndoFrame
  | ResultFrame
  | Ok
  | Refused
  | Answer
  | Gone;

/** What the game waits for: `status.phase`. */
export const PHASE = {
  setup: 0,
  opening: 1,
  turn: 2,
  second: 3,
  keeping: 4,
  tunnel: 5,
  paying: 6,
  over: 7,
} as const;

/** What chance still owes: `status.owes`. */
export const OWES = {
  nothing: 0,
  firstSeat: 1,
  handCard: 2,
  displayCard: 3,
  blindCard: 4,
  tunnelCard: 5,
  openingTicket: 6,
  ticket: 7,
} as const;

/** The status of a game: the public numbers that are not lists. */
export interface Status {
  /** What the game waits for. */
  phase: number;
  /** The seat on turn, or the one being dealt to. */
  seat: number;
  /** The seat that began; -1 before it is drawn. */
  first: number;
  /** The outcome of chance that is due; `Owed.NOTHING` while a seat decides. */
  owes: number;
  /** What follows once the display is full: 0 the opening tickets, 1 the second card, 2 the end of the turn. */
  then: number;
  /** Turns left in the last round; 0 before it. */
  turns_left: number;
  /** 1 once the last round has been triggered. */
  ending: number;
  /** How many seats have passed in a row. */
  passes: number;
  /** How many times the discards have become a new deck. */
  decks: number;
  /** Cards left in the deck. */
  deck_left: number;
  /** Pieces left in the shared pool. */
  pool: number;
  /** Tickets left in the shuffled pile. */
  pile_left: number;
  /** Tickets returned at the opening and shuffled under the pile, where an edition does so. */
  group_left: number;
  /** Tickets returned under the pile, in the order in which they are drawn again. */
  tail_left: number;
  /** Cards or tickets still to come: revealed for a tunnel, drawn for an offer, or paid. */
  wanted: number;
  /** The claim option of the tunnel or of the payment that is under way. */
  option: number;
  /** The kind of card that the tunnel or the payment under way is paid with. */
  color: number;
  /** The cards that a tunnel costs in addition. */
  due: number;
  /** The stand-ins of the payment that is under way. */
  stand_ins: number;
}

/** All that a viewer may know. Lists per seat are in seat order. Lists per kind of card are counts: of the wild first, then of each colour in the order of `Board.colors`. A single card is the index in such a list. */
export interface View {
  /** The seat that views the game, or null for a spectator. */
  viewer: number | null;
  /** The number of seats. */
  seats: number;
  /** Phase, seat on turn, counts of decks and piles. */
  status: Status;
  /** The kind of the card in each slot of the display; -1 in an empty slot. */
  display: number[];
  /** The discarded cards, by kind. */
  discard: number[];
  /** The present deck as it was made, by kind, less the cards that were turned up from it. */
  unseen: number[];
  /** Per seat, the number of cards in its hand. */
  hand_sizes: number[];
  /** Per seat, the part of its hand that everyone has seen, by kind. */
  known: number[][];
  /** Per seat, the pieces it has not placed, in the order of the edition's `pieces`. */
  supply: number[][];
  /** Per seat, the points for routes so far. */
  points: number[];
  /** Per seat, how far its marker has moved. */
  track: number[];
  /** Per route, the seat that owns it; -1 if nobody does. */
  owner: number[];
  /** Per route, the claim option with which it was taken. */
  taken: number[];
  /** Per city, the seat whose station stands there; -1 if there is none. */
  building: number[];
  /** The cards laid down for a tunnel, or paid so far in a payment with stand-ins, by kind. */
  laid: number[];
  /** The cards turned up for a tunnel, by kind. */
  turned: number[];
  /** Per seat, the number of tickets it is choosing from. */
  offered: number[];
  /** Per seat, whether it has made its opening choice. */
  chosen: boolean[];
  /** Per seat, the number of tickets it holds. */
  held: number[];
  /** How cards came into hands, encoded for `determinize`; `card_history` has the same entries in a readable form. */
  card_log?: number[];
  /** How tickets were offered and kept, encoded for `determinize`; `ticket_history` is the readable form. */
  ticket_log?: number[];
  /** Per seat, its hand by kind: the viewer's own, null for others; everyone's once the game is over. */
  hands: (number[] | null)[];
  /** Per seat, the tickets it holds: the viewer's own, null for others; everyone's once the game is over. */
  tickets: (number[] | null)[];
  /** The tickets that the viewer is choosing from. */
  offer: number[];
  /** The viewer's own opening choice while others are still choosing, a bit for each place of the offer; -1 before. */
  answer: number;
}

/** Every event and its fields; what a viewer may not see is null. */
export interface EventFields {
  /** The first seat was drawn. */
  FirstSeatDrawn: {
    status: Status;
    seat: number;
  };
  /** A seat is about to draw from the deck, or tickets; the outcome follows. */
  PileReached: {
    status: Status;
    seat: number;
    tickets: boolean;
  };
  /** A seat got a card from the deck, dealt or drawn blind. */
  CardDrawn: {
    status: Status;
    seat: number;
    dealt: boolean;
    hand_size: number;
    card: number | null;
    hand: number[] | null;
  };
  /** A seat took a card from the display. */
  CardTaken: {
    status: Status;
    seat: number;
    slot: number;
    card: number;
    hand_size: number;
    known: number[];
    hand: number[] | null;
  };
  /** A card came from the deck into the display. */
  CardTurnedUp: {
    status: Status;
    slot: number;
    card: number;
    unseen: number[];
  };
  /** Too many wilds: the whole display was discarded. At most `at_most` cards drawn blind were coloured, if known. */
  DisplayFlushed: {
    status: Status;
    display: number[];
    discard: number[];
    at_most: number | null;
  };
  /** Too many wilds, but too few other cards to replace them. At least `at_least` cards drawn blind were coloured. */
  DisplayStood: {
    status: Status;
    at_least: number | null;
  };
  /** The discards became the new deck; `hidden` are the cards that the old deck gave to hands face down. */
  DeckReshuffled: {
    status: Status;
    deck: number[];
    hidden: number[];
    discard: number[];
  };
  /** A seat drew a ticket to choose from. */
  TicketOffered: {
    status: Status;
    seat: number;
    offered: number;
    ticket: number | null;
    offer: number[] | null;
  };
  /** A seat has made its opening choice, which stays secret until all have. */
  TicketsChosen: {
    status: Status;
    seat: number;
    places: number | null;
  };
  /** A seat kept some of the tickets offered. */
  TicketsKept: {
    status: Status;
    seat: number;
    count: number;
    returned: number;
    held: number;
    places: number | null;
    tickets: number[] | null;
  };
  /** A seat claimed a route. */
  RouteClaimed: {
    status: Status;
    seat: number;
    route: number;
    option: number;
    cards: number[];
    points: number;
    track: number;
    supply: number[];
    hand_size: number;
    known: number[];
    discard: number[];
    shown: number[];
    laid: number[];
    turned: number[];
    hand: number[] | null;
  };
  /** A seat built a station in a city. */
  StationBuilt: {
    status: Status;
    seat: number;
    city: number;
    cards: number[];
    supply: number[];
    hand_size: number;
    known: number[];
    discard: number[];
    shown: number[];
    hand: number[] | null;
  };
  /** A seat laid down its payment, before the cards of the tunnel are turned up. */
  TunnelBegun: {
    status: Status;
    seat: number;
    route: number;
    cards: number[];
    hand_size: number;
    known: number[];
    laid: number[];
    shown: number[];
    hand: number[] | null;
  };
  /** A card was turned up for a tunnel. */
  TunnelCardTurned: {
    status: Status;
    seat: number;
    card: number;
    turned: number[];
    unseen: number[];
  };
  /** The tunnel costs extra cards. */
  TopUpDue: {
    status: Status;
    seat: number;
    count: number;
  };
  /** A seat gave up a tunnel and took its cards back; everyone has seen them. */
  TunnelRefused: {
    status: Status;
    seat: number;
    route: number;
    hand_size: number;
    known: number[];
    discard: number[];
    laid: number[];
    turned: number[];
    hand: number[] | null;
  };
  /** A seat is composing a payment, which is secret until it is complete. */
  CardsPicked: {
    status: Status;
    seat: number;
    laid: number[];
  };
  /** A seat passed. */
  Passed: {
    status: Status;
    seat: number;
  };
  /** The turn of a seat began. */
  TurnBegan: {
    status: Status;
    seat: number;
  };
  /** The turn of this seat triggered the last round. */
  LastRoundBegan: {
    status: Status;
    seat: number;
  };
  /** The game is over, and all hands and tickets are revealed. */
  GameEnded: {
    status: Status;
    hands: number[][];
    tickets: number[][];
  };
}

export type EventName = keyof EventFields;

/** The name of an event and its fields. */
export type EventPair = { [Name in EventName]: [name: Name, fields: EventFields[Name]] }[EventName];

/** A space: x and y of its middle, its angle in degrees clockwise, and its length. */
export type DrawnSpace = [number, number, number, number];

/** Lines of text, 1.15 font sizes apart: x at the anchor, y in the middle of all lines. */
export interface DrawnName {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  lines: string[];
  size: number;
}

/** The second position of a city, in an enlarged part of the board. */
export interface DrawnInset {
  x: number;
  y: number;
  name: DrawnName;
}

/** The position of a city and of its name. */
export interface DrawnCity {
  x: number;
  y: number;
  name: DrawnName;
  inset: DrawnInset | null;
}

/** The spaces of a route, and the line from city to city. */
export interface DrawnRoute {
  spaces: [number, number, number, number][];
  line: [number, number][];
}

/** The background of an enlarged part. */
export interface DrawnPanel {
  x: number;
  y: number;
  width: number;
  height: number;
  area: string;
}

/** The frame around a board: its width, and the slots of the score track from 0 points on. */
export interface DrawnFrame {
  width: number;
  slots: [number, number][];
}

/** A free place for the title of the board, and the tables that are printed below it. */
export interface DrawnCartouche {
  x: number;
  y: number;
  width: number;
  height: number;
  /** By piece, lengths of routes and their points. */
  points: Record<string, [number, number][]>;
}

/** A free place for the track of the bullet trains. */
export interface DrawnTrack {
  x: number;
  y: number;
  width: number;
  height: number;
  /** By the number of seats, the bonus of each rank on the track, then that of a marker that never moved. */
  bonus: Record<string, number[]>;
}

/** The whole board, in its own units; y grows downwards. A space is length × thick around its center. */
export interface Drawing {
  width: number;
  height: number;
  thick: number;
  /** In the order of the board, as are the cities. */
  routes: DrawnRoute[];
  cities: DrawnCity[];
  panels: DrawnPanel[];
  frame: DrawnFrame;
  /** Null where the network leaves no room. */
  cartouche: DrawnCartouche | null;
  /** Null on boards without one as well. */
  track: DrawnTrack | null;
}
