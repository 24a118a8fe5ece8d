/** The intent of a player: the pile or route chosen, the prompt on the screen, and the moves that are sent. */
import { SvelteSet } from 'svelte/reactivity'
import { kindsOf } from '../../net/counts'
import { api } from '../../net/http'
import type { LiveTable } from '../../net/live-table.svelte'
import { preferences } from '../../browser/preferences.svelte'
import { PHASE, type Act, type Agree, type EditionData, type Moderate } from '../../net/wire'
import {
  buildPayments,
  buildable,
  byColor,
  claimOption,
  claimPayments,
  claimable,
  halves,
  hasStandIns,
  kindsIn,
  paymentWith,
  topUps,
  type Payment,
} from './payments'
import { StandInPicker } from './stand-in-picker.svelte'
import { Reasons, type ShownRefusal } from '../refusals/reasons.svelte'
import { keepMove } from '../tickets/tickets'

/** What a player is asked beside the board. */
export type Prompt =
  | { type: 'half'; routes: number[] }
  | { type: 'pay'; route: number }
  | { type: 'stand-ins'; picker: StandInPicker }
  | { type: 'build'; city: number }
  | { type: 'tickets' }

export class Intent {
  pile = $state.raw<number | null>(null)
  prompt = $state.raw<Prompt | null>(null)
  /** The payment chosen in the prompt. */
  payment = $state.raw<Payment | null>(null)
  /** The player has chosen to build, and is choosing a city. */
  building = $state.raw(false)
  /** The tickets of an offer that are chosen to be kept. */
  readonly kept = new SvelteSet<number>()
  /** The last press was on a touch screen. */
  touch = $state.raw(false)
  /** A decision that the game itself asks for: an offer of tickets, a tunnel. */
  forced: 'keep' | 'tunnel' | null = $derived.by(() => {
    const { legal } = this.live
    if (!legal) return null
    if (legal.keep.length > 0) return 'keep'
    return legal.refuse !== null ? 'tunnel' : null
  })
  claimable: Set<number> = $derived.by(() => claimable(this.live.legal, this.pile))
  buildable: Set<number> = $derived.by(() => buildable(this.live.legal, this.pile))
  /** The cities that are offered: only while the player is choosing one. */
  sites: Set<number> = $derived.by(() => (this.building ? this.buildable : new Set()))
  /** The route that the prompt on the screen is about. */
  route: number | null = $derived.by(() => {
    if (this.prompt?.type === 'pay') return this.prompt.route
    return this.prompt?.type === 'stand-ins' ? this.prompt.picker.route : null
  })
  payments: Payment[] = $derived.by(() => {
    const { legal } = this.live
    if (this.forced === 'tunnel') return topUps(legal)
    if (this.prompt?.type === 'pay') return claimPayments(legal, this.prompt.route)
    return this.prompt?.type === 'build' ? buildPayments(legal, this.prompt.city) : []
  })
  /** The kinds of cards that can pay now; null while nothing is to be paid. */
  payable: Set<number> | null = $derived.by(() => {
    if (this.prompt?.type === 'stand-ins') return new Set(this.prompt.picker.next)
    return this.payments.length > 0 ? kindsIn(this.payments) : null
  })

  readonly #reasons: Reasons
  /** How many cards of the deck were asked for, while the first draw has no answer yet. */
  #drawing = 0

  constructor(
    readonly live: LiveTable,
    readonly edition: EditionData,
  ) {
    this.#reasons = new Reasons(live)
  }

  /** Why the last attempt can't be done. */
  get refusal(): ShownRefusal | null {
    return this.#reasons.refusal
  }

  set refusal(refusal: ShownRefusal | null) {
    this.#reasons.refusal = refusal
  }

  /** Follows the table; call it while a component is set up. */
  watch(): void {
    // The prompt may be outdated: another player's turn, a move taken back.
    $effect(() => {
      const { legal } = this.live
      if (!legal && this.live.connected) this.#forget()
      for (const ticket of this.kept) if (!this.live.view?.offer.includes(ticket)) this.kept.delete(ticket)
    })
    $effect(() => {
      if (this.forced === 'tunnel') this.payment = this.#proposed()
    })
  }

  pickPile(kind: number): void {
    this.refusal = null
    if (this.prompt?.type === 'stand-ins') return void this.prompt.picker.add(kind)
    if (this.payments.length > 0) {
      this.payment = paymentWith(this.payments, kind) ?? this.payment
      return
    }
    this.pile = this.pile === kind ? null : kind
  }

  pickRoute(route: number): void {
    this.refusal = null
    const options = halves(this.edition, route, this.claimable)
    if (options.length > 1) this.#ask({ type: 'half', routes: options })
    else this.#claim(options[0])
  }

  /** One track of a double route, chosen in its prompt. */
  pickHalf(route: number): void {
    this.#claim(route)
  }

  /** A pile was dropped on a route. */
  drop(kind: number, route: number): void {
    this.pile = kind
    const [meant] = halves(this.edition, route, this.claimable)
    this.#claim(meant, true)
    if (!this.prompt) this.pile = null
  }

  /** Chooses to build, or not to. */
  toggleBuilding(): void {
    const building = !this.building
    this.refusal = null
    this.#forget()
    this.building = building && this.buildable.size > 0
  }

  pickCity(city: number): void {
    this.refusal = null
    if (!this.buildable.has(city)) return void this.#reasons.ask({ city })
    this.#ask({ type: 'build', city })
    const payments = buildPayments(this.live.legal, city)
    this.payment = this.pile === null ? this.#onlyColor(payments) : paymentWith(payments, this.pile)
  }

  /** A payment was chosen in the prompt of a route: where claims need no confirmation, that is enough. */
  choosePayment(payment: Payment): void {
    this.payment = payment
    if (this.prompt?.type === 'pay' && this.route !== null && !this.#asks(this.route)) void this.confirm()
  }

  standIns(route: number): void {
    const picker = new StandInPicker(route, this.live, kindsOf(this.edition), (problem) =>
      this.#reasons.failed(problem),
    )
    this.#ask({ type: 'stand-ins', picker })
    void picker.start()
  }

  /** Draws from the deck; a second call while the first has no answer yet draws a second card. */
  async draw(count = 1): Promise<void> {
    const move = this.live.legal?.draw
    if (this.#drawing > 0) this.#drawing = 2
    if (this.#drawing > 0 || move == null) return
    const first = this.live.view?.status.phase === PHASE.turn
    this.#drawing = count
    const done = await this.#act(move)
    const again = done && first && this.#drawing > 1
    this.#drawing = 0
    const second = this.live.legal?.draw
    if (again && second != null && this.live.view?.status.phase === PHASE.second) await this.#act(second)
  }

  /** The move that takes the card in this slot, if it may be taken. */
  takeMove(slot: number): number | null {
    const kind = this.live.view?.display[slot] ?? -1
    return this.live.legal?.take.find(([, of]) => of === kind)?.[0] ?? null
  }

  async take(slot: number): Promise<void> {
    const move = this.takeMove(slot)
    if (move !== null) await this.#act(move)
  }

  async drawTickets(): Promise<void> {
    const move = this.live.legal?.tickets
    if (move == null) return
    if (preferences.confirmTickets && this.prompt?.type !== 'tickets') return this.#ask({ type: 'tickets' })
    await this.#act(move)
  }

  async pass(): Promise<void> {
    const move = this.live.legal?.pass
    if (move != null) await this.#act(move)
  }

  async refuse(): Promise<void> {
    const move = this.live.legal?.refuse
    if (move != null) await this.#act(move)
  }

  get keepMove(): number | null {
    return keepMove(this.live.legal, this.kept)
  }

  /** Whether the prompt on the screen can be answered as it stands. */
  get ready(): boolean {
    if (this.forced === 'keep') return this.keepMove !== null
    if (this.prompt?.type === 'stand-ins') return this.prompt.picker.whole
    return this.prompt?.type === 'tickets' || this.payment !== null
  }

  /** Does what the prompt on the screen proposes. */
  async confirm(): Promise<void> {
    if (this.forced === 'keep') {
      if (this.keepMove !== null) await this.#act(this.keepMove)
    } else if (this.prompt?.type === 'tickets') {
      await this.drawTickets()
    } else if (this.prompt?.type === 'stand-ins') {
      const { picker } = this.prompt
      if (picker.whole && !picker.busy) await this.#act({ claim: [picker.route, picker.cards] })
    } else if (this.payment) {
      await this.#act(this.payment.move)
    }
  }

  /** Cancels the refusal, the prompt or the pile; false if there was none. */
  cancel(): boolean {
    if (this.refusal) this.refusal = null
    else if (this.prompt) this.#forget()
    else if (this.building) this.building = false
    else if (this.pile !== null) this.pile = null
    else return false
    return true
  }

  async undo(): Promise<void> {
    await this.#reasons.tried(this.live.requestUndo())
  }

  async agree(agree: boolean, about: Agree['about'] = 'undo'): Promise<void> {
    await this.#reasons.tried(this.live.answer(about, agree))
  }

  async resign(): Promise<void> {
    await this.#reasons.tried(this.live.resign())
  }

  async requestEnd(): Promise<void> {
    await this.#reasons.tried(this.live.requestEnd())
  }

  /** Takes a seat that was left during the game, or asks for it; or withdraws the request. */
  async changeSeat(what: 'join' | 'leave', seat?: number): Promise<void> {
    await this.#reasons.tried(api.change(this.live.code, what, { seat }))
  }

  async moderate(whom: Pick<Moderate, 'chat' | 'spectator'>, action: Moderate['action']): Promise<void> {
    await this.#reasons.tried(this.live.moderate(whom, action))
  }

  #claim(route: number, dropped = false): void {
    if (!this.claimable.has(route)) return void this.#reasons.ask({ route })
    const payments = claimPayments(this.live.legal, route)
    if (payments.length === 0) return this.standIns(route)
    const meant = this.pile === null ? null : paymentWith(payments, this.pile)
    const only = payments.length === 1 && !hasStandIns(this.live.legal, route) ? payments[0] : null
    const sure = only ?? (dropped || preferences.confirm === 'never' ? meant : null)
    if (sure && !this.#asks(route)) return void this.#act(sure.move)
    this.#ask({ type: 'pay', route })
    this.payment = only ?? meant ?? this.#onlyColor(payments)
  }

  /** With a single colour to pay with, only the number of wilds is to be chosen: first as few as possible. */
  #onlyColor(payments: Payment[]): Payment | null {
    const choices = byColor(payments)
    return choices.length === 1 ? choices[0].payments[0] : null
  }

  /** Whether a claim must be confirmed, by preference; a tunnel always, where hints show its odds. */
  #asks(route: number): boolean {
    const reveals = claimOption(this.edition, this.live.legal, route)?.reveals ?? 0
    if (this.live.table?.settings.hints && reveals > 0) return true
    return preferences.confirm === 'always' || (preferences.confirm === 'touch' && this.touch)
  }

  #ask(prompt: Prompt): void {
    this.refusal = null
    this.payment = null
    this.building = false
    this.prompt = prompt
  }

  #forget(): void {
    this.prompt = null
    this.payment = this.#proposed()
    this.pile = null
    this.building = false
  }

  /** The extra payment for a tunnel often leaves no choice. */
  #proposed(): Payment | null {
    return this.forced === 'tunnel' ? (topUps(this.live.legal)[0] ?? null) : null
  }

  async #act(move: Act['move']): Promise<boolean> {
    if (this.live.acting) return false
    const done = await this.#reasons.tried(this.live.act(move))
    if (done) {
      this.refusal = null
      this.kept.clear()
      this.#forget()
    }
    return done
  }
}
