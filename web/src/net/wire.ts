// Made from src/kolej/server/wire/__init__.py, the engine's view and its events; do not edit.
// `python -m kolej.server.wire.typescript` makes it anew.

/** Why a request was refused. */
export interface Problem {
  code: string;
  reason: string;
  rule: string | null;
}

/** Who is asking. */
export interface Me {
  person: number;
  name: string;
  account: boolean;
}

/** What somebody wants to be called. */
export interface NewName {
  name: string;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** Another password, by whoever knows the one there is. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A token for a program that plays in one's name; it is shown once. */
export interface NewToken {
  token: string;
}

/** Time to think: a bank of seconds for the whole game, and more for every move. */
export interface Clock {
  bank: number;
  more: number;
}

/** A table to be opened. */
export interface NewTable {
  id: string;
  edition: string;
  seats: number;
  /** Who shares this screen; seats from the first. */
  people?: string[];
  /** Levels by seat number. */
  bots?: Record<string, string>;
  open?: boolean;
  undo?: "none" | "agreed" | "free";
  /** Milliseconds before a bot's move is shown. */
  pace?: number;
  hints?: boolean;
  clock?: Clock | null;
  absent?: number | null;
  first?: number | null;
}

/** A change at a table that has not begun, or a word about one that has ended. */
export interface Change {
  id: string;
  seat?: number | null;
  name?: string | null;
  level?: string | null;
}

/** What a table that has not begun is to be set to; what is left out stays as it is. */
export interface NewSettings {
  id: string;
  seats?: number;
  bots?: Record<string, string>;
  open?: boolean;
  undo?: "none" | "agreed" | "free";
  pace?: number;
  hints?: boolean;
  clock?: Clock | null;
  absent?: number | null;
  first?: number | null;
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
  level: string | null;
  /** Seconds left, at a table with clocks. */
  clock: number | null;
  /** Whether its choice is due, and its clock runs if it has one. */
  ticking: boolean;
}

/** A table as everyone sees it. */
export interface TableInfo {
  code: string;
  edition: string;
  state: "open" | "running" | "finished" | "abandoned";
  stage: "gathering" | "dealing" | "playing" | "over";
  version: number;
  seats: SeatInfo[];
  /** Whether you opened it. */
  host: boolean;
  hot_seat: boolean;
  open: boolean;
  undo: string;
  pace: number;
  hints: boolean;
  clock: Clock | null;
  absent: number | null;
  created: number;
  watchers: number;
  /** The code of the rematch. */
  next: string | null;
}

/** An edition on the first page. */
export interface EditionCard {
  id: string;
  name: string;
  box: string;
  seats: number[];
  /** A short and a long game. */
  minutes: number[];
  cities: number;
  routes: number;
  tickets: number;
  differences: string[];
  reconstructed: boolean;
  note: string;
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

/** How a kind of route looks. */
export interface KindData {
  outline: string;
  words: string;
}

/** A way to take a route, by number as in `view.taken`. */
export interface WayData {
  route: number;
  piece: string;
  pieces: number;
  points: number;
  track: number;
  shared: boolean;
  reveals: number;
}

/** Everything printed on a board, and what a screen must know of its rules to show it. */
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
  ways: WayData[];
  pieces: Record<string, number>;
  /** The pieces in the order of `view.supply`. */
  piece_order: string[];
  pool: number;
  opening_cards: number;
  opening_keep: number;
  tickets_keep: number;
  face_up: number;
  /** A wild from the display is a whole draw. */
  wild_alone: boolean;
  flush_at: number;
  /** With fewer seats, a double route is closed once one of its halves is taken; a seat never takes both. */
  both_from: number;
  /** The piece that is built in cities. */
  builder: string | null;
  /** The last round begins when a seat has this many pieces left, or fewer. */
  end_pieces: number;
  differences: string[];
}

/** One rule, in words. */
export interface RuleText {
  id: string;
  title: string;
  text: string;
}

/** An opponent to choose. */
export interface LevelCard {
  name: string;
  character: string;
}

/** Make a move. `version` is the last one seen; `move` a number of `legal`, notation, or a whole payment. */
export interface Act {
  do: "act";
  id: string;
  seat: number;
  version: number;
  move: number | string | Payment;
}

/** A route, and all the cards that are paid for it. */
export interface Payment {
  claim: [number, number[]];
}

/** See the table from another of one's own seats. */
export interface Look {
  do: "look";
  id: string;
  seat: number;
}

/** Take one's last decision back, or ask for it. */
export interface Undo {
  do: "undo";
  id: string;
  seat: number;
}

/** Agree to an undo, or refuse it. */
export interface Agree {
  do: "agree";
  id: string;
  seat: number;
  agree: boolean;
}

/** Say something to everyone at the table. */
export interface Chat {
  do: "chat";
  id: string;
  text: string;
}

/** Promise a seed for the deal. */
export interface Commit {
  do: "commit";
  id: string;
  seat: number;
  hash: string;
}

/** Open the seed that was promised. */
export interface Open {
  do: "open";
  id: string;
  seat: number;
  seed: string;
}

/** Ask why a route can't be taken, or a city not be built in. */
export interface Why {
  do: "why";
  id: string;
  seat: number;
  route?: number | null;
  city?: number | null;
}

/** Ask which cards may be added to a payment with stand-ins. */
export interface Picks {
  do: "picks";
  id: string;
  seat: number;
  route: number;
  /** How many of each kind, the wild first. */
  cards: number[];
}

/** Ask what one's tickets still lack. */
export interface Reach {
  do: "reach";
  id: string;
  seat: number;
}

/** Ask how likely a tunnel costs more. */
export interface Odds {
  do: "odds";
  id: string;
  seat: number;
  route: number;
  /** How many of each kind, the wild first. */
  cards: number[];
}

/** Ask whether the server is there. */
export interface Ping {
  do: "ping";
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
  claim: [number, number, number[]][];
  bundles: [number, number, number][];
  build: [number, number, number[]][];
  pay: [number, number[]][];
}

/** A move in notation. */
export interface Made {
  seat: number;
  text: string;
}

/** A ticket at the end, with the routes that join its cities. */
export interface TicketResult {
  seat: number;
  ticket: number;
  done: boolean;
  path: number[];
}

/** What one award gave to each seat. */
export interface AwardResult {
  award: string;
  points: number[];
  words: string;
}

/** The longest path of a seat. */
export interface PathResult {
  seat: number;
  routes: number[];
  length: number;
}

/** One step in telling those apart who have most points. */
export interface TieResult {
  /** What was compared: `points` first, then one tie-break after the other; `shared` where none was left. */
  tie: string;
  /** Who was compared. */
  seats: number[];
  /** What each of them had. */
  counts: number[];
  /** Who was still level after it; a single one has won by it. */
  level: number[];
  words: string;
}

/** How a game ended. */
export interface Result {
  totals: number[];
  ranks: number[];
  winners: number[];
  rows: AwardResult[];
  tickets: TicketResult[];
  longest: PathResult[];
  ties: TieResult[];
}

/** The table, whenever something about it changed. */
export interface TableFrame {
  type: "table";
  version: number;
  table: TableInfo;
}

/** All that a viewer may know of the game. */
export interface ViewFrame {
  type: "view";
  version: number;
  seat: number | null;
  view: View;
  legal: Legal | null;
  players: string[];
  result: Result | null;
}

/** What happened. */
export interface EventsFrame {
  type: "events";
  version: number;
  seat: number | null;
  events: EventPair[];
  legal: Legal | null;
  move: Made | null;
  result: Result | null;
}

/** What somebody said. */
export interface ChatFrame {
  type: "chat";
  version: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** How far the fair deal has come. */
export interface DealFrame {
  type: "deal";
  version: number;
  stage: "commit" | "open" | "dealt";
  server: string;
  terms: Record<string, unknown>;
  commitments: Record<string, unknown>[] | null;
  waits_for: number[];
}

/** An undo that is asked for; nobody asks when `asked_by` is null. */
export interface UndoFrame {
  type: "undo";
  version: number;
  asked_by: number | null;
  agreed: number[];
  needed: number[];
}

/** A command has had its effect, and that is durable. */
export interface Ok {
  type: "ok";
  id: string;
  version: number;
}

/** A command was refused, and changed nothing. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  reason: string;
  rule: string | null;
}

/** The answer to a question. */
export interface Answer {
  type: "answer";
  id: string;
  answer: WhyAnswer | PicksAnswer | ReachAnswer | OddsAnswer;
}

/** Why not; `claimable` when there is no reason. */
export interface WhyAnswer {
  to: "why";
  claimable: boolean;
  reason: string | null;
  rule: string | null;
  /** The reason by name, for those who say it in words of their own. */
  code: string | null;
  /** What such words speak of. */
  numbers: Record<string, number>;
}

/** The kinds that may be added; `whole` when the payment can be made as it is. */
export interface PicksAnswer {
  to: "picks";
  next: number[];
  whole: boolean;
}

/** What a ticket still lacks: the cards of the cheapest way, and the routes it takes. */
export interface TicketReach {
  ticket: number;
  done: boolean;
  possible: boolean;
  cards: number;
  routes: number[];
  pieces_short: number;
}

/** What each of one's tickets still lacks. */
export interface ReachAnswer {
  to: "reach";
  tickets: TicketReach[];
}

/** How likely it is that nothing more is due, one more card, two ... */
export interface OddsAnswer {
  to: "odds";
  chances: number[];
}

/** The server lets go of this socket. */
export interface Gone {
  type: "gone";
  code: string;
  reason: string;
}

/** Every frame of a table so far, for one viewer. */
export interface History {
  version: number;
  players: string[];
  seats: number;
  /** Frames as they were sent: events, view after an undo, chat. */
  frames: Frame[];
}

/** What a client sends over a socket. */
export type Command =
  | Act
  | Look
  | Undo
  | Agree
  | Chat
  | Commit
  | Open
  | Why
  | Picks
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
  picking: 6,
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

/** Where the game stands: single numbers that everyone may know. `phase` and `owes` as in `state.py`. */
export interface Status {
  phase: number;
  seat: number;
  first: number;
  owes: number;
  then: number;
  turns_left: number;
  ending: number;
  passes: number;
  decks: number;
  deck_left: number;
  pool: number;
  pile_left: number;
  group_left: number;
  tail_left: number;
  wanted: number;
  way: number;
  color: number;
  due: number;
  swaps: number;
}

/** All that a viewer may know. Numbers per seat are in seat order, numbers per kind of card begin with the wild. */
export interface View {
  /** The seat, or null for a spectator. */
  viewer: number | null;
  seats: number;
  status: Status;
  display: number[];
  discard: number[];
  unseen: number[];
  hand_sizes: number[];
  known: number[][];
  supply: number[][];
  points: number[];
  track: number[];
  owner: number[];
  taken: number[];
  building: number[];
  laid: number[];
  turned: number[];
  offered: number[];
  chosen: boolean[];
  held: number[];
  card_log?: number[];
  ticket_log?: number[];
  /** One's own; everyone's once the game is over. */
  hands: (number[] | null)[];
  tickets: (number[] | null)[];
  offer: number[];
  /** One's own opening choice while others still choose. */
  answer: number;
}

/** Every event and its fields; what a viewer may not see is null. */
export interface EventFields {
  /** It is known who begins. */
  FirstSeatDrawn: {
    status: Status;
    seat: number;
  };
  /** A seat reached for the deck, or for the tickets; what comes is up to chance. */
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
  /** Too many wilds: the whole display was discarded. `at_most` so many cards drawn blind were coloured, if told. */
  DisplayFlushed: {
    status: Status;
    display: number[];
    discard: number[];
    at_most: number | null;
  };
  /** Too many wilds, but too few other cards to replace them. `at_least` so many drawn blind were coloured. */
  DisplayStood: {
    status: Status;
    at_least: number | null;
  };
  /** The discards became the new deck; `hidden` is what the old deck gave to hands unseen. */
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
  /** A seat has made its opening choice, which stays its own until all have. */
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
  /** A seat took a route. */
  RouteClaimed: {
    status: Status;
    seat: number;
    route: number;
    way: number;
    cards: number;
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
  /** A seat built in a city. */
  StationBuilt: {
    status: Status;
    seat: number;
    city: number;
    cards: number;
    supply: number[];
    hand_size: number;
    known: number[];
    discard: number[];
    shown: number[];
    hand: number[] | null;
  };
  /** A seat laid a payment down before the tunnel's cards are turned up. */
  TunnelBegun: {
    status: Status;
    seat: number;
    route: number;
    cards: number;
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
  /** The tunnel costs more. */
  TopUpDue: {
    status: Status;
    seat: number;
    count: number;
  };
  /** A seat took its cards back; everyone has seen them. */
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
  /** A seat is composing a payment: nobody else learns of it until it is made. */
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
  /** It is a seat's turn. */
  TurnBegan: {
    status: Status;
    seat: number;
  };
  /** This seat's turn set off the last round. */
  LastRoundBegan: {
    status: Status;
    seat: number;
  };
  /** The game is over and nothing is secret any more. */
  GameEnded: {
    status: Status;
    hands: number[][];
    tickets: number[][];
  };
}

export type EventName = keyof EventFields;

/** The name of an event and its fields. */
export type EventPair = { [Name in EventName]: [name: Name, fields: EventFields[Name]] }[EventName];

/** Where a board is drawn; lengths in the drawing's own units, y downwards. */
export interface Drawing {
  width: number;
  height: number;
  /** How thick a space is. */
  thick: number;
  /** In the board's order. */
  routes: DrawnRoute[];
  cities: DrawnCity[];
  panels: DrawnPanel[];
}

/** A space: a rectangle around its middle, turned clockwise by an angle in degrees. */
export type DrawnSpace = [x: number, y: number, angle: number, length: number];

export interface DrawnRoute {
  spaces: DrawnSpace[];
  line: [x: number, y: number][];
}

export interface DrawnName {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  lines: string[];
  size: number;
}

export interface DrawnCity {
  x: number;
  y: number;
  name: DrawnName;
  /** The same city once more, on a panel. */
  inset: { x: number; y: number; name: DrawnName } | null;
}

/** A part of the board drawn larger, aside. */
export interface DrawnPanel {
  x: number;
  y: number;
  width: number;
  height: number;
  area: string;
}
