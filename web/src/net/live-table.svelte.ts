/**
 * A table over its WebSocket, as reactive state. The connection may break at any time: missed frames are fetched,
 * unanswered commands are sent again, and no screen has to know.
 */
import { PREFIX } from '../browser/prefix'
import { DealPart, type DealFault } from './fair/deal-part'
import { foldFrame, type Position } from './fold'
import { Refusal } from './refusal'
import { api } from './http'
import { Outbox } from './outbox'
import type { Answers, Question } from './questions'
import { ReconnectingSocket, TIMINGS, type SocketTimings } from './socket'
import { StepCursor, type Step, type StepSource } from './step-cursor.svelte'
import { Versions } from './versions'
import type {
  Act,
  Agree,
  Answer,
  ChatFrame,
  DealFrame,
  EventsFrame,
  Frame,
  Gone,
  History,
  Legal,
  Moderate,
  Result,
  TableFrame,
  TableInfo,
  UndoFrame,
  ViewFrame,
} from './wire'

export interface LiveTableOptions {
  /** How a player's name is shown; by default as it is. */
  shownName?: (name: string) => string
  /** The seat to see the table from; by default the lowest of the user's seats. */
  seat?: number | null
  /** Where sockets are, `ws://host`; by default the page's own server. */
  base?: string
  timings?: SocketTimings
}

/** Codes of `gone` after which a reconnect would be useless. */
const FINAL = new Set(['unknown-table', 'not-allowed', 'no-token', 'damaged', 'removed'])

export class LiveTable implements StepSource {
  readonly code: string
  table = $state.raw<TableInfo | null>(null)
  /** When `table` arrived, by `performance.now()`: clocks run on from there. */
  tableReceivedAt = $state.raw(0)
  /** The newest view; `steps` lead to it. Null until a game has begun. */
  view = $state.raw<Position | null>(null)
  /** The seat that `view` belongs to; null for a spectator. */
  seat = $state.raw<number | null>(null)
  /** What the seat may do now; null when it is not its turn. */
  legal = $state.raw<Legal | null>(null)
  result = $state.raw<Result | null>(null)
  #players = $state.raw<string[]>([])
  /** Pairs of routes: once the first is claimed, nobody can claim the second any more. */
  closes = $state.raw<[number, number][]>([])
  chat = $state.raw<ChatFrame[]>([])
  undo = $state.raw<UndoFrame | null>(null)
  deal = $state.raw<DealFrame | null>(null)
  /** Set when a deal does not match its commitments; the seeds of this browser stay closed then. */
  dealFault = $state.raw<DealFault | null>(null)
  /** All events since the last whole view, with the view after each. Every reader has a cursor of its own. */
  steps = $state.raw<readonly Step[]>([])
  /** How far playback has come; kept here because the screen is unmounted while it is handed to another player. */
  readonly playbackCursor = new StepCursor(this)
  /** Counts whole views (the first, another seat, an undo): a screen then shows `view` at once. */
  wholeViews = $state.raw(0)
  connected = $state.raw(false)
  /** Why the server closed the connection for good. */
  gone = $state.raw<Gone | null>(null)
  /** A move was sent and has no answer yet. */
  acting = $state.raw(false)

  readonly #shownName: (name: string) => string
  readonly #socket: ReconnectingSocket
  readonly #outbox: Outbox
  readonly #dealPart: DealPart
  readonly #versions = new Versions()
  /** The first frame of a connection has arrived. */
  #ready = false
  /** Ask for a whole view instead of missed events. */
  #needsWholeView = true
  #wantedSeat: number | null | undefined

  constructor(code: string, options: LiveTableOptions = {}) {
    this.code = code
    this.#wantedSeat = options.seat
    this.#shownName = options.shownName ?? ((name) => name)
    const base = options.base ?? location.origin.replace(/^http/, 'ws') + PREFIX
    const timings = options.timings ?? TIMINGS
    this.#socket = new ReconnectingSocket(
      {
        address: () => `${base}/api/tables/${code}/live${this.#query()}`,
        onopen: () => (this.#ready = false),
        onclose: () => this.#closed(),
        onframe: (frame) => this.#receive(frame),
      },
      timings,
    )
    this.#outbox = new Outbox((command) => this.#ready && this.#socket.send(command), timings.firstRetry)
    this.#dealPart = new DealPart(code, (command) => this.#outbox.send(command))
  }

  /** Connects, and stays connected until `close`. */
  open(): this {
    this.#socket.open()
    return this
  }

  close(): void {
    this.#socket.close()
    this.#outbox.abandon(new Refusal({ code: 'closed', reason: 'the table was left' }))
  }

  /** The players' names, as they are shown. */
  get players(): string[] {
    return this.#players.map(this.#shownName)
  }

  set players(names: string[]) {
    this.#players = names
  }

  /** The seats of the current user. */
  get ownSeats(): number[] {
    return this.table?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? []
  }

  /** Makes a move: a number of `legal`, notation, or a whole payment. */
  async act(move: Act['move'], seat = this.legal?.seat ?? this.#ownSeat()): Promise<void> {
    this.acting = true
    try {
      await this.#outbox.send({ type: 'act', seat, version: this.#versions.newest, move })
    } finally {
      this.acting = false
    }
  }

  /** Asks something about the game; it changes nothing. */
  async ask<Q extends Question>(question: Q): Promise<Answers[Q['type']]> {
    const reply = await this.#outbox.send({ seat: this.#ownSeat(), ...question })
    return (reply as Answer).answer as Answers[Q['type']]
  }

  /** Shows the table from another seat of the current user. */
  async switchSeat(seat: number): Promise<void> {
    this.#wantedSeat = seat
    await this.#outbox.send({ type: 'look', seat })
  }

  async sendChat(text: string): Promise<void> {
    await this.#outbox.send({ type: 'chat', text })
  }

  /** Takes the last decision of a seat back, or asks the other players for it. */
  async requestUndo(seat = this.#ownSeat()): Promise<void> {
    await this.#outbox.send({ type: 'undo', seat })
  }

  /** Gives up the game with a seat. */
  async resign(seat = this.#ownSeat()): Promise<void> {
    await this.#outbox.send({ type: 'resign', seat })
  }

  /** Asks everybody to end the game as it stands. */
  async requestEnd(seat = this.#ownSeat()): Promise<void> {
    await this.#outbox.send({ type: 'end', seat })
  }

  /** Chooses what the stations of a seat borrow, once the game is over. */
  async chooseStations(seat: number, routes: [number, number | null][]): Promise<void> {
    await this.#outbox.send({ type: 'stations', seat, routes })
  }

  /** Agrees to an undo, to a request for a seat or to the end of the game, or refuses it. */
  async answer(about: Agree['about'], agree: boolean, seat = this.#ownSeat()): Promise<void> {
    await this.#outbox.send({ type: 'agree', seat, agree, about, version: this.#versions.newest })
  }

  /** Mutes or removes the spectator who wrote a message, or one of the list; only for the host. */
  async moderate(whom: Pick<Moderate, 'chat' | 'spectator'>, action: Moderate['action']): Promise<void> {
    await this.#outbox.send({ type: 'moderate', ...whom, action })
  }

  /** Agrees that the server's fallback seeds are used for the missing seats that the deal shows. */
  async agreeToFallback(): Promise<void> {
    await this.#outbox.send({ type: 'fallback', seat: this.#ownSeat(), missing: this.deal?.missing ?? [] })
  }

  /** Every frame so far, for the log and for replay; earlier chat messages join the chat. */
  async loadHistory(seat = this.seat): Promise<History> {
    const history = await api.history(this.code, seat)
    for (const frame of history.frames) if (frame.type === 'chat') this.#addChat(frame)
    return history
  }

  #ownSeat(): number {
    const seat = this.seat ?? this.ownSeats[0]
    if (seat === undefined) throw new Refusal({ code: 'not-your-seat', reason: 'you only watch this table' })
    return seat
  }

  #query(): string {
    const query = new URLSearchParams()
    const seat = this.#wantedSeat ?? this.seat
    if (seat !== null && seat !== undefined) query.set('seat', String(seat))
    if (!this.#needsWholeView && this.view) query.set('since', String(this.#versions.view))
    return query.size ? `?${query}` : ''
  }

  #closed(): void {
    this.connected = false
    this.#ready = false
    // A refused handshake looks like a broken connection: after some failures, ask over HTTP for the reason.
    if (this.#socket.failures === 3 && !this.table) void api.table(this.code).catch((problem) => this.#failed(problem))
  }

  #failed(problem: unknown): void {
    if (problem instanceof Refusal && FINAL.has(problem.code))
      this.#leave({ type: 'gone', ...problem, reason: problem.reason })
  }

  #leave(gone: Gone): void {
    this.gone = gone
    this.#socket.close()
    this.#outbox.abandon(new Refusal({ code: 'closed', reason: gone.reason }))
  }

  #receive(frame: Frame): void {
    if (this.#outbox.receive(frame)) return
    switch (frame.type) {
      case 'table':
        return this.#onTable(frame)
      case 'view':
        return this.#onView(frame)
      case 'events':
        return this.#onEvents(frame)
      case 'chat':
        this.#addChat(frame)
        return this.#onOther(frame.version)
      case 'deal':
        this.deal = frame
        this.dealFault = this.#dealPart.receive(frame, this.ownSeats)
        return this.#onOther(frame.version)
      case 'undo':
        this.undo = frame.asked_by === null ? null : frame
        return this.#onOther(frame.version)
      case 'result':
        this.result = frame.result
        return this.#onOther(frame.version)
      case 'gone':
        if (FINAL.has(frame.code)) this.#leave(frame)
    }
  }

  #onTable(frame: TableFrame): void {
    this.table = frame.table
    this.tableReceivedAt = performance.now()
    if (this.#ready) return this.#onOther(frame.version)
    this.#ready = true
    this.connected = true
    // A request that is still open is sent again; one that lapsed meanwhile is not.
    this.undo = null
    this.#outbox.resend()
  }

  #onView(frame: ViewFrame): void {
    this.#versions.start(frame.version)
    this.#needsWholeView = false
    this.seat = frame.seat
    this.players = frame.players
    this.closes = frame.closes
    this.#show(frame, { ...frame.view, due: frame.due })
    this.steps = []
    this.wholeViews += 1
  }

  #onEvents(frame: EventsFrame): void {
    if (!this.view) return this.#catchUp()
    const order = this.#versions.recordGame(frame.version)
    if (order === 'gap') return this.#catchUp()
    if (order === 'old') return
    const steps = foldFrame(this.view, frame).map((step): Step => ({ version: frame.version, ...step }))
    this.#needsWholeView = false
    this.#show(frame, steps.at(-1)?.view ?? this.view)
    this.steps = [...this.steps, ...steps]
  }

  #show(frame: ViewFrame | EventsFrame, view: Position): void {
    this.view = view
    this.legal = frame.legal
    this.result = frame.result
  }

  /** An entry that does not change the view. */
  #onOther(version: number): void {
    if (this.view && !this.#versions.recordOther(version)) this.#catchUp()
  }

  /** Something was missed: fetch the events since, or, if that was tried already, a whole view. */
  #catchUp(): void {
    const again = !this.#needsWholeView && this.view !== null
    this.#socket.reconnect()
    if (again) this.#needsWholeView = true
  }

  #addChat(frame: ChatFrame): void {
    if (this.chat.some((each) => each.version === frame.version)) return
    this.chat = [...this.chat, frame].sort((a, b) => a.version - b.version)
  }
}
