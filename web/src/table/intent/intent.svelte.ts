/** What a person is about to do: a pile in the hand, a route pointed at, a question on the screen. */
import { SvelteSet } from 'svelte/reactivity'
import { kindsOf } from '../../net/counts'
import type { Live } from '../../net/live-table.svelte'
import { prefs } from '../../browser/preferences.svelte'
import { PHASE, type Act, type EditionData } from '../../net/wire'
import {
  buildPayments,
  buildable,
  byColor,
  claimPayments,
  claimable,
  halves,
  hasStandIns,
  kindsIn,
  paymentWith,
  topUps,
  type Payment,
} from './payments'
import { Picker } from './stand-in-picker.svelte'
import { Reasons, type No } from '../refusals/reasons.svelte'
import { keepMove } from '../tickets/tickets'

/** What a person is asked, with the map still before them. */
export type Question =
  | { is: 'half'; routes: number[] }
  | { is: 'pay'; route: number }
  | { is: 'standins'; picker: Picker }
  | { is: 'build'; city: number }
  | { is: 'tickets' }

export class Play {
  pile = $state.raw<number | null>(null)
  question = $state.raw<Question | null>(null)
  /** The payment that the person has put together. */
  payment = $state.raw<Payment | null>(null)
  /** The tickets of an offer that are to be kept. */
  readonly kept = new SvelteSet<number>()
  /** The last thing pressed was a screen. */
  touch = $state.raw(false)
  /** The tunnel's dialogue, the offer of tickets: questions that the game itself asks. */
  forced: 'keep' | 'tunnel' | null = $derived.by(() => {
    const { legal } = this.live
    if (!legal) return null
    if (legal.keep.length > 0) return 'keep'
    return legal.refuse !== null ? 'tunnel' : null
  })
  claimable: Set<number> = $derived.by(() => claimable(this.live.legal, this.pile))
  buildable: Set<number> = $derived.by(() => buildable(this.live.legal, this.pile))
  /** The route that the question on the screen is about. */
  route: number | null = $derived.by(() => {
    if (this.question?.is === 'pay') return this.question.route
    return this.question?.is === 'standins' ? this.question.picker.route : null
  })
  payments: Payment[] = $derived.by(() => {
    const { legal } = this.live
    if (this.forced === 'tunnel') return topUps(legal)
    if (this.question?.is === 'pay') return claimPayments(legal, this.question.route)
    return this.question?.is === 'build' ? buildPayments(legal, this.question.city) : []
  })
  /** The kinds of cards that can pay now; null while nothing is to be paid. */
  payable: Set<number> | null = $derived.by(() => {
    if (this.question?.is === 'standins') return new Set(this.question.picker.next)
    return this.payments.length > 0 ? kindsIn(this.payments) : null
  })

  readonly #reasons: Reasons
  /** How many unseen cards were asked for with the move that is on its way. */
  #drawing = 0

  constructor(
    readonly live: Live,
    readonly edition: EditionData,
  ) {
    this.#reasons = new Reasons(live)
  }

  /** Why what was tried last can't be done. */
  get no(): No | null {
    return this.#reasons.no
  }

  set no(no: No | null) {
    this.#reasons.no = no
  }

  /** Follow the table; called while a component is set up. */
  watch(): void {
    // What was asked may be past: another's turn, a move taken back.
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
    this.no = null
    if (this.question?.is === 'standins') return void this.question.picker.add(kind)
    if (this.payments.length > 0) {
      this.payment = paymentWith(this.payments, kind) ?? this.payment
      return
    }
    this.pile = this.pile === kind ? null : kind
  }

  pickRoute(route: number): void {
    this.no = null
    const options = halves(this.edition, route, this.claimable)
    if (options.length > 1) this.#ask({ is: 'half', routes: options })
    else this.#claim(options[0])
  }

  /** One half of a double route, after all. */
  pickHalf(route: number): void {
    this.#claim(route)
  }

  /** A pile was laid on a route. */
  drop(kind: number, route: number): void {
    this.pile = kind
    const [meant] = halves(this.edition, route, this.claimable)
    this.#claim(meant, true)
    if (!this.question) this.pile = null
  }

  pickCity(city: number): void {
    this.no = null
    if (!this.buildable.has(city)) return void this.#reasons.ask({ city })
    this.#ask({ is: 'build', city })
    const payments = buildPayments(this.live.legal, city)
    this.payment = this.pile === null ? this.#onlyColor(payments) : paymentWith(payments, this.pile)
  }

  standIns(route: number): void {
    const picker = new Picker(route, this.live, kindsOf(this.edition), (problem) => this.#reasons.failed(problem))
    this.#ask({ is: 'standins', picker })
    void picker.start()
  }

  /** Draw unseen; whoever asks again while the first card is on its way means a second one. */
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
    if (prefs.confirmTickets && this.question?.is !== 'tickets') return this.#ask({ is: 'tickets' })
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

  /** Whether the question on the screen can be answered as it stands. */
  get ready(): boolean {
    if (this.forced === 'keep') return this.keepMove !== null
    if (this.question?.is === 'standins') return this.question.picker.whole
    return this.question?.is === 'tickets' || this.payment !== null
  }

  /** Does what the question on the screen proposes. */
  async confirm(): Promise<void> {
    if (this.forced === 'keep') {
      if (this.keepMove !== null) await this.#act(this.keepMove)
    } else if (this.question?.is === 'tickets') {
      await this.drawTickets()
    } else if (this.question?.is === 'standins') {
      const { picker } = this.question
      if (picker.whole && !picker.busy) await this.#act({ claim: [picker.route, picker.cards] })
    } else if (this.payment) {
      await this.#act(this.payment.move)
    }
  }

  /** Goes one step back; false if there was nothing to go back from. */
  cancel(): boolean {
    if (this.no) this.no = null
    else if (this.question) this.#forget()
    else if (this.pile !== null) this.pile = null
    else return false
    return true
  }

  async undo(): Promise<void> {
    await this.#reasons.tried(this.live.takeBack())
  }

  async agree(agree: boolean): Promise<void> {
    await this.#reasons.tried(this.live.agree(agree))
  }

  #claim(route: number, dropped = false): void {
    if (!this.claimable.has(route)) return void this.#reasons.ask({ route })
    const payments = claimPayments(this.live.legal, route)
    if (payments.length === 0) return this.standIns(route)
    const meant = this.pile === null ? null : paymentWith(payments, this.pile)
    const only = payments.length === 1 && !hasStandIns(this.live.legal, route) ? payments[0] : null
    const sure = only ?? (dropped || prefs.confirm === 'never' ? meant : null)
    if (sure && !this.#asks(route)) return void this.#act(sure.move)
    this.#ask({ is: 'pay', route })
    this.payment = only ?? meant ?? this.#onlyColor(payments)
  }

  /** Where there is a single colour to pay with, only the number of wilds is open: few, to begin with. */
  #onlyColor(payments: Payment[]): Payment | null {
    const choices = byColor(payments)
    return choices.length === 1 ? choices[0].payments[0] : null
  }

  /** Whether a claim is asked back, as the person prefers; a tunnel always is where its odds are told. */
  #asks(route: number): boolean {
    const reveals = this.edition.ways.some((way) => way.route === route && way.reveals > 0)
    if (this.live.table?.hints && reveals) return true
    return prefs.confirm === 'always' || (prefs.confirm === 'touch' && this.touch)
  }

  #ask(question: Question): void {
    this.no = null
    this.payment = null
    this.question = question
  }

  #forget(): void {
    this.question = null
    this.payment = this.#proposed()
    this.pile = null
  }

  /** What is owed for a tunnel is often a single card that leaves no choice. */
  #proposed(): Payment | null {
    return this.forced === 'tunnel' ? (topUps(this.live.legal)[0] ?? null) : null
  }

  async #act(move: Act['move']): Promise<boolean> {
    if (this.live.acting) return false
    const done = await this.#reasons.tried(this.live.act(move))
    if (done) {
      this.no = null
      this.kept.clear()
      this.#forget()
    }
    return done
  }
}
