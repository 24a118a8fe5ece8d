/**
 * A table, live: one socket, and everything it tells as state that screens can read. The line may break at any time;
 * what was missed is fetched, what was said is said again, and nobody needs to notice.
 */
import { Refusal, api } from './http'
import { DealPart, type DealFault } from './fair/deal-part'
import { fold } from './fold'
import { Line, PACE, type Pace } from './socket'
import { Outbox } from './outbox'
import type { Answers, Question } from './questions'
import { Versions } from './versions'
import type {
  Act,
  Answer,
  ChatFrame,
  DealFrame,
  EventPair,
  EventsFrame,
  Frame,
  Gone,
  History,
  Legal,
  Made,
  Result,
  TableFrame,
  TableInfo,
  UndoFrame,
  View,
  ViewFrame,
} from './wire'

/** One event, and the view after it: what a screen shows before it goes on to the next. */
export interface Step {
  version: number
  event: EventPair
  view: View
  /** The move that the event belongs to. */
  move: Made | null
}

export interface LiveOptions {
  /** The seat to look as; one's lowest otherwise. */
  seat?: number | null
  /** Where sockets are, `ws://host`; the page's own server otherwise. */
  base?: string
  pace?: Pace
}

/** More than this is not watched any more: a screen that slept jumps to where the game is. */
const MOST_STEPS = 300
/** Codes of `gone` after which calling again would be of no use. */
const FINAL = new Set(['unknown-table', 'replaced', 'kicked', 'not-allowed', 'no-token'])

export class Live {
  readonly code: string
  table = $state.raw<TableInfo | null>(null)
  /** When `table` was told, by `performance.now()`: clocks run on from there. */
  tableAt = $state.raw(0)
  /** The newest view; `lastEvents` lead to it. Null until a game is on. */
  view = $state.raw<View | null>(null)
  /** The seat that `view` is of; null for a spectator. */
  seat = $state.raw<number | null>(null)
  /** What the seat may do now; null when it is not its turn. */
  legal = $state.raw<Legal | null>(null)
  result = $state.raw<Result | null>(null)
  players = $state.raw<string[]>([])
  chat = $state.raw<ChatFrame[]>([])
  undo = $state.raw<UndoFrame | null>(null)
  deal = $state.raw<DealFrame | null>(null)
  /** Set when a deal is not the one that was promised; its seeds stay closed then. */
  dealFault = $state.raw<DealFault | null>(null)
  /** Events not yet shown, oldest first: take them with `next`. Empty after a whole view, which is shown at once. */
  lastEvents = $state.raw<Step[]>([])
  /** Counts whole views (first, other seat, undo): when it changes, a screen shows `view` as it is. */
  jumps = $state.raw(0)
  connected = $state.raw(false)
  /** Why the server let go for good. */
  gone = $state.raw<Gone | null>(null)
  /** A move is on its way. */
  acting = $state.raw(false)

  readonly #line: Line
  readonly #outbox: Outbox
  readonly #part: DealPart
  readonly #versions = new Versions()
  /** The first frame of a connection has come. */
  #greeted = false
  /** Ask for a whole view, and not for what was missed. */
  #fresh = true
  #wanted: number | null | undefined

  constructor(code: string, options: LiveOptions = {}) {
    this.code = code
    this.#wanted = options.seat
    const base = options.base ?? location.origin.replace(/^http/, 'ws')
    this.#line = new Line(
      {
        address: () => `${base}/api/tables/${code}/live${this.#query()}`,
        onopen: () => (this.#greeted = false),
        onclose: () => this.#closed(),
        onframe: (frame) => this.#hear(frame),
      },
      options.pace ?? PACE,
    )
    const { first } = options.pace ?? PACE
    this.#outbox = new Outbox((command) => this.#greeted && this.#line.send(command), first)
    this.#part = new DealPart(code, (said) => this.#outbox.say(said))
  }

  /** Calls the server, and goes on doing so until `close`. */
  open(): this {
    this.#line.open()
    return this
  }

  close(): void {
    this.#line.close()
    this.#outbox.abandon(new Refusal({ code: 'closed', reason: 'the table was left' }))
  }

  /** The seats that are one's own. */
  get mine(): number[] {
    return this.table?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? []
  }

  /** Make a move: a number of `legal`, notation, or a whole payment. */
  async act(move: Act['move'], seat = this.legal?.seat ?? this.#own()): Promise<void> {
    this.acting = true
    try {
      await this.#outbox.say({ do: 'act', seat, version: this.#versions.newest, move })
    } finally {
      this.acting = false
    }
  }

  /** Ask something about the game; it changes nothing. */
  async ask<Q extends Question>(question: Q): Promise<Answers[Q['do']]> {
    const reply = await this.#outbox.say({ seat: this.#own(), ...question })
    return (reply as Answer).answer as Answers[Q['do']]
  }

  /** See the table from another of one's own seats. */
  async look(seat: number): Promise<void> {
    this.#wanted = seat
    await this.#outbox.say({ do: 'look', seat })
  }

  async say(text: string): Promise<void> {
    await this.#outbox.say({ do: 'chat', text })
  }

  /** Take one's last decision back, or ask the others for it. */
  async takeBack(seat = this.#own()): Promise<void> {
    await this.#outbox.say({ do: 'undo', seat })
  }

  async agree(agree: boolean, seat = this.#own()): Promise<void> {
    await this.#outbox.say({ do: 'agree', seat, agree })
  }

  /** The oldest event not yet shown, taken off the list. */
  next(): Step | undefined {
    const [first, ...rest] = this.lastEvents
    if (first) this.lastEvents = rest
    return first
  }

  /** Nothing more to show: the newest view counts. */
  skip(): void {
    this.lastEvents = []
  }

  /** Every frame so far, for the log and for stepping back; what was said before joins the chat. */
  async past(): Promise<History> {
    const history = await api.history(this.code, this.seat)
    for (const frame of history.frames) if (frame.type === 'chat') this.#said(frame)
    return history
  }

  #own(): number {
    const seat = this.seat ?? this.mine[0]
    if (seat === undefined) throw new Refusal({ code: 'not-your-seat', reason: 'you only watch this table' })
    return seat
  }

  #query(): string {
    const query = new URLSearchParams()
    const seat = this.#wanted ?? this.seat
    if (seat !== null && seat !== undefined) query.set('seat', String(seat))
    if (!this.#fresh && this.view) query.set('since', String(this.#versions.at))
    return query.size ? `?${query}` : ''
  }

  #closed(): void {
    this.connected = false
    this.#greeted = false
    // A refused handshake looks like a broken line: ask what is the matter when it goes on.
    if (this.#line.failed === 3 && !this.table) void api.table(this.code).catch((problem) => this.#lost(problem))
  }

  #lost(problem: unknown): void {
    if (problem instanceof Refusal && FINAL.has(problem.code))
      this.#leave({ type: 'gone', ...problem, reason: problem.reason })
  }

  #leave(gone: Gone): void {
    this.gone = gone
    this.#line.close()
    this.#outbox.abandon(new Refusal({ code: 'closed', reason: gone.reason }))
  }

  #hear(frame: Frame): void {
    if (this.#outbox.heard(frame)) return
    switch (frame.type) {
      case 'table':
        return this.#onTable(frame)
      case 'view':
        return this.#onView(frame)
      case 'events':
        return this.#onEvents(frame)
      case 'chat':
        this.#said(frame)
        return this.#beside(frame.version)
      case 'deal':
        this.deal = frame
        this.dealFault = this.#part.hear(frame, this.mine)
        return this.#beside(frame.version)
      case 'undo':
        this.undo = frame.asked_by === null ? null : frame
        return this.#beside(frame.version)
      case 'gone':
        if (FINAL.has(frame.code)) this.#leave(frame)
    }
  }

  #onTable(frame: TableFrame): void {
    this.table = frame.table
    this.tableAt = performance.now()
    if (this.#greeted) return this.#beside(frame.version)
    this.#greeted = true
    this.connected = true
    // What is asked for now is told again; what lapsed meanwhile is not.
    this.undo = null
    this.#outbox.again()
  }

  #onView(frame: ViewFrame): void {
    this.#versions.start(frame.version)
    this.#fresh = false
    this.seat = frame.seat
    this.players = frame.players
    this.#show(frame, frame.view)
    this.lastEvents = []
    this.jumps += 1
  }

  #onEvents(frame: EventsFrame): void {
    if (!this.view) return this.#catchUp()
    const order = this.#versions.game(frame.version)
    if (order === 'gap') return this.#catchUp()
    if (order === 'old') return
    let view = this.view
    const steps = frame.events.map((event): Step => {
      view = fold(view, event)
      return { version: frame.version, event, view, move: frame.move }
    })
    this.#fresh = false
    this.#show(frame, view)
    const waiting = [...this.lastEvents, ...steps]
    this.lastEvents = waiting.length > MOST_STEPS ? [] : waiting
  }

  #show(frame: ViewFrame | EventsFrame, view: View): void {
    this.view = view
    this.legal = frame.legal
    this.result = frame.result
  }

  /** An entry that does not touch the view. */
  #beside(version: number): void {
    if (this.view && !this.#versions.aside(version)) this.#catchUp()
  }

  /** Something was missed: what came since, or, if that did not help, everything. */
  #catchUp(): void {
    const again = !this.#fresh && this.view !== null
    this.#line.again()
    if (again) this.#fresh = true
  }

  #said(frame: ChatFrame): void {
    if (this.chat.some((each) => each.version === frame.version)) return
    this.chat = [...this.chat, frame].sort((a, b) => a.version - b.version)
  }
}
