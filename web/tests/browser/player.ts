/** A player at a table: finds elements by their accessible names, clicks, and takes the first option offered. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { Acts, type Answer } from './acts.ts'
import { beginning, messages, pattern, type Language } from './catalogue.ts'

export type Due = 'tickets' | 'tunnel' | 'turn' | 'second' | 'over'

const STATUS: readonly [string, Due][] = [
  ['table.status.keep', 'tickets'],
  ['table.status.tunnel', 'tunnel'],
  ['table.status.turn', 'turn'],
  ['table.status.second', 'second'],
  ['table.status.over', 'over'],
]

export class Player {
  readonly acts: Acts
  readonly status: Locator
  readonly board: Locator
  readonly dialog: Locator
  readonly deck: Locator
  readonly result: Locator
  /** The status, when a decision of this player is due or the game is over. */
  readonly mine: Locator
  /** Routes that can be claimed now. */
  readonly claimable: Locator

  readonly #words: [RegExp, Due][]

  constructor(
    readonly page: Page,
    readonly language: Language = 'en',
  ) {
    this.acts = new Acts(page)
    this.#words = STATUS.map(([key, due]) => [beginning(language, key), due])
    this.status = page.getByRole('banner').first().locator('.sentence')
    this.mine = this.status.filter({ hasText: new RegExp(this.#words.map(([words]) => words.source).join('|')) })
    this.board = page.getByRole('application', { name: this.says('board.label') })
    this.dialog = page.getByRole('dialog')
    this.deck = page.getByRole('button', { name: this.says('table.draw.deck.label') })
    this.result = page.getByRole('region', { name: this.says('end.title') })
    this.claimable = this.board.getByRole('button', { name: new RegExp(`, ${messages(language)['board.claimable']}$`) })
  }

  /** A text of the page in the player's language. */
  says(...keys: string[]): RegExp {
    return pattern(this.language, ...keys)
  }

  /** Waits for a decision, and returns its kind. */
  async due(): Promise<Due> {
    await this.mine.waitFor()
    const said = (await this.status.textContent())?.trim() ?? ''
    return this.#words.find(([words]) => words.test(said))?.[1] ?? this.due()
  }

  /** Plays until the game is over or `most` moves were made; returns how many were. */
  async play(most = Infinity): Promise<number> {
    let moves = 0
    for (; moves < most; moves += 1) {
      const due = await this.due()
      if (due === 'over') break
      await this.decide(due)
    }
    return moves
  }

  async decide(due: Due): Promise<void> {
    if (due === 'tickets') await this.keepTickets()
    else if (due === 'tunnel') await this.answerTunnel()
    else if (due === 'second') await this.drawCard()
    else if ((await this.claimable.count()) > 0) await this.claim(await this.longestClaimable())
    else await this.drawCard()
  }

  /** Keeps as few tickets as the rules allow. */
  async keepTickets(): Promise<void> {
    const keep = this.dialog.getByRole('button', { name: this.says('table.offer.keep', 'table.offer.missing') })
    for (const ticket of await this.dialog.getByRole('checkbox').all()) {
      if (await keep.isEnabled()) break
      await ticket.click()
    }
    await this.acted(() => keep.click())
  }

  async answerTunnel(): Promise<void> {
    const pay = this.dialog.getByRole('button', { name: this.says('table.tunnel.pay') })
    const back = this.dialog.getByRole('button', { name: this.says('table.tunnel.refuse') })
    const meant = (await pay.isEnabled()) ? pay : back
    await this.acted(() => meant.click())
  }

  /** A card: from the deck if there are any, from the display otherwise, tickets as a last resort. */
  async drawCard(): Promise<void> {
    const display = this.page
      .getByRole('list', { name: this.says('table.display') })
      .locator('button:enabled[aria-disabled=false]')
    const pass = this.page.getByRole('button', { name: this.says('table.pass') })
    if (await this.deck.isEnabled()) await this.acted(() => this.deck.click())
    else if ((await display.count()) > 0) await this.acted(() => display.first().click())
    else if ((await pass.count()) > 0) await this.acted(() => pass.click())
    else await this.drawTickets()
  }

  async drawTickets(): Promise<void> {
    await this.page.getByRole('button', { name: this.says('table.draw.tickets.label') }).click()
    await this.acted(() => this.dialog.getByRole('button', { name: this.says('table.draw-tickets.draw') }).click())
  }

  route(number: number): Locator {
    return this.board.locator(`[data-key=route-${number}]`)
  }

  async longestClaimable(): Promise<Locator> {
    const labels = await this.claimable.evaluateAll((routes) =>
      routes.map((route) => route.getAttribute('aria-label') ?? ''),
    )
    // The first number of a label is the length.
    const lengths = labels.map((label) => Number(/\d+/.exec(label)?.[0]))
    return this.claimable.nth(lengths.indexOf(Math.max(...lengths)))
  }

  /** Clicks on the middle of a route, wherever it is drawn. */
  async clickRoute(route: Locator): Promise<void> {
    await this.page.mouse.click(...(await this.middleOf(route)))
  }

  async clickCity(number: number): Promise<void> {
    await this.page.mouse.click(...(await this.middleOf(this.board.locator(`[data-key=city-${number}]`).first())))
  }

  /** The middle of a route or city on the screen, once the board has stopped moving. */
  middleOf(stop: Locator): Promise<[x: number, y: number]> {
    const outline = stop.locator('.hit').first()
    return outline.evaluate(async (line: SVGGeometryElement) => {
      const middle = () => {
        const { x, y, width, height } = line.getBBox()
        const at =
          line instanceof SVGPathElement
            ? line.getPointAtLength(line.getTotalLength() / 2)
            : new DOMPoint(x + width / 2, y + height / 2)
        return at.matrixTransform(line.getScreenCTM()!)
      }
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
      // Wait until the board has stopped moving.
      for (let before = middle(), still = 0; still < 3; before = middle()) {
        await frame()
        still = before.x === middle().x && before.y === middle().y ? still + 1 : 0
      }
      return [middle().x, middle().y]
    })
  }

  /** Claims a route and answers its prompts; the colour to pay with can be given. */
  async claim(route: Locator, color?: string): Promise<Answer> {
    const answer = this.acts.next()
    await this.clickRoute(route)
    const track = this.dialog.getByText(this.says('table.half'))
    const price = this.dialog.getByRole('button', { name: this.says('table.claim.claim', 'table.claim.lay') })
    const asked = (question: Locator) => question.waitFor().catch(() => undefined)
    await Promise.race([answer, asked(track.or(price))])
    if (await track.isVisible()) {
      const cancel = messages(this.language)['table.cancel']
      await this.dialog
        .getByRole('button', { name: color ?? new RegExp(`^(?!${cancel})`) })
        .first()
        .click()
      await Promise.race([answer, asked(price)])
    }
    if (await price.isVisible()) await this.pay(color)
    return this.#went(await answer)
  }

  /** Chooses a payment, and pays. */
  async pay(color?: string): Promise<void> {
    const payments = this.dialog.getByRole('radio')
    if ((await payments.count()) === 0) await this.payWithStandIns()
    else await (color ? payments.filter({ hasText: color }) : payments).first().click()
    // A colour claims at once, unless the player is asked to confirm.
    const price = this.dialog.getByRole('button', { name: this.says('table.claim.claim', 'table.claim.lay') })
    await price.click({ timeout: 1500 }).catch(() => undefined)
  }

  /** Puts a payment with stand-ins together, as many of each kind as possible. */
  async payWithStandIns(): Promise<void> {
    const more = this.dialog.getByRole('button', { name: this.says('table.stand-ins.most') })
    const paid = this.dialog.getByText(new RegExp(this.says('table.stand-ins.whole').source.slice(1, -1)))
    while ((await paid.count()) === 0) {
      await expect.poll(() => more.and(this.page.locator(':enabled')).count()).toBeGreaterThan(0)
      await more.and(this.page.locator(':enabled')).first().click()
      await this.dialog.locator('[aria-busy=false]').waitFor()
    }
  }

  /** Does something that makes a move, and waits for its answer. */
  async acted(doing: () => Promise<void>): Promise<Answer> {
    const answer = this.acts.next()
    await doing()
    return this.#went(await answer)
  }

  #went(answer: Answer): Answer {
    expect(answer.type, answer.reason).toBe('ok')
    return answer
  }
}
