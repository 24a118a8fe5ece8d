/** Two people in two browsers. The connection breaks, and the server restarts; nothing is lost, without a reload. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit, withBrowser, type Visitor } from './browser.ts'
import { Player } from './player.ts'
import { Server } from './server.ts'

withBrowser()

let folder: string
let server: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kolej-online-'))
  server = await Server.start(join(folder, 'data'))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Who owns which route. */
const owners = ({ board }: Player) =>
  board
    .locator('[data-key^=route]')
    .evaluateAll((all) => all.map((each) => (/taken by .*/.exec(each.getAttribute('aria-label') ?? '') ?? [''])[0]))

/** What is public about the table: owners of routes, and the players' numbers. */
async function seen(player: Player): Promise<string[]> {
  const players = await player.page.getByRole('region', { name: 'Players' }).innerText()
  return [...(await owners(player)), players.replace(/\s*you\s*/g, ' ').replace(/\s+/g, ' ')]
}

async function say(from: Player, to: Player, words: string): Promise<void> {
  await from.page.getByLabel('Message to everyone').fill(words)
  await from.page.getByRole('button', { name: 'Send' }).click()
  await to.page.getByRole('log').getByText(words).waitFor()
}

/** Plays a few moves each, as they are due. */
async function playOn(players: Player[], moves: number): Promise<void> {
  let left = moves
  const stop = new AbortController()
  await Promise.all(
    players.map(async (player) => {
      while (left > 0) {
        const due = await Promise.race([player.due(), ended(stop.signal)])
        if (due === null || due === 'over') break
        left -= 1
        await player.decide(due)
      }
      stop.abort()
    }),
  )
}

const ended = (signal: AbortSignal) =>
  new Promise<null>((done) => {
    if (signal.aborted) done(null)
    signal.addEventListener('abort', () => done(null))
  })

async function bothSeeTheSame(one: Player, other: Player): Promise<void> {
  await expect.poll(async () => seen(one), { timeout: 30_000 }).toEqual(await seen(other))
}

function broken(visitor: Visitor): void {
  // While there is no server, requests fail, and the browser logs it. A request that was under way when the server was
  // killed (the icon changes with the turn) is reset or gets an empty response instead of being refused.
  visitor.expected.push(
    /WebSocket connection to .* failed/,
    /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/,
  )
}

test('a table by link, talk, a broken line and a server that is killed', async () => {
  const [ada, bob] = await Promise.all([visit(server.address), visit(server.address)])
  const [one, other] = [new Player(ada.page), new Player(bob.page)]

  await ada.page.goto('/?new=new_york')
  await ada.page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await ada.page.getByRole('radio', { name: '2', exact: true }).check()
  await ada.page.getByLabel('Who sits on seat 2').selectOption('A person, by link')
  await ada.page.getByRole('button', { name: 'Open the table' }).click()
  const link = await ada.page.getByRole('textbox', { name: 'Link to this table' }).inputValue()

  await bob.page.goto(link)
  await bob.page.getByRole('button', { name: 'Sit here' }).click()
  await ada.page.getByText('Everyone is here. You may begin.').waitFor()
  await ada.page.getByRole('button', { name: 'Start' }).click()
  await Promise.all([one.due(), other.due()])

  await playOn([one, other], 6)
  await say(one, other, 'Hello, who is there?')
  await say(other, one, 'It is only me.')
  await bothSeeTheSame(one, other)

  // One connection breaks while the other player goes on.
  broken(bob)
  await bob.context.setOffline(true)
  await bob.page.getByText('Connection lost').waitFor()
  await ada.page.getByLabel('Message to everyone').fill('Are you still there?')
  await ada.page.getByRole('button', { name: 'Send' }).click()
  await bob.context.setOffline(false)
  await bob.page.getByText('Connection lost').waitFor({ state: 'hidden' })
  await bob.page.getByRole('log').getByText('Are you still there?').waitFor()
  await playOn([one, other], 4)
  await bothSeeTheSame(one, other)

  // The server restarts in the middle of a game. The player to move goes on as if nothing had happened.
  broken(ada)
  const claims = await owners(one)
  const mover = (await one.mine.isVisible()) ? one : other
  await mover.due()
  await server.kill()
  await Promise.all([ada, bob].map(({ page }) => page.getByText('Connection lost').waitFor()))
  const answer = mover.acts.next()
  await mover.deck.click()
  await server.start()
  expect(await answer).toMatchObject({ type: 'ok' })
  await Promise.all([ada, bob].map(({ page }) => page.getByText('Connection lost').waitFor({ state: 'hidden' })))
  for (const player of [one, other]) expect(await owners(player)).toEqual(claims)
  // Nobody stays marked as absent, oneself least of all.
  for (const { page } of [ada, bob]) await expect.poll(() => page.getByText('Not connected').count()).toBe(0)
  await bothSeeTheSame(one, other)
  await playOn([one, other], 6)
  await bothSeeTheSame(one, other)
  await say(other, one, 'Everything is still here.')
  for (const words of ['Hello, who is there?', 'It is only me.', 'Are you still there?'])
    for (const { page } of [ada, bob]) expect(await page.getByRole('log').getByText(words).count()).toBe(1)
})
