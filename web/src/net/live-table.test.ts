import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as Socket, WebSocketServer } from 'ws'
import { Refusal } from './refusal'
import { dealNote } from './fair/deal-part'
import { seatCommitment, tableCommitment } from './fair/commitments'
import { LiveTable } from './live-table.svelte'
import type { Command, DealFrame, EventPair, Frame, TableInfo, View } from './wire'

/** One connection as the server sees it. */
interface Connection {
  query: URLSearchParams
  received: Command[]
  send(...frames: Frame[]): void
  /** Breaks the connection without a close frame. */
  cut(): void
}

const golden = JSON.parse(readFileSync(new URL('../../../tests/golden/new_york-2.json', import.meta.url), 'utf8')) as {
  parts: { viewers: { view: View; then: { events: ({ kind: string } & object)[]; view: View }[] }[] }[]
}
const { view: begun, then } = golden.parts[0].viewers[1]
const events = then[0].events.map(({ kind, ...fields }) => [kind, fields] as unknown as EventPair)

const TIMINGS = { firstRetry: 5, longestRetry: 20, pingAfter: 60_000, pingTimeout: 60_000 }

let server: WebSocketServer
let connections: Connection[]
let live: LiveTable

const tableFrame = (version: number, more: Partial<TableInfo> = {}): Frame => ({
  type: 'table',
  version,
  table: {
    code: 'ABCDEF',
    stage: 'playing',
    version,
    seats: [{ seat: 1, yours: true }],
    ...more,
  } as TableInfo,
})
const viewFrame = (version: number, seat: number | null = 1): Frame => ({
  type: 'view',
  version,
  seat,
  view: begun,
  due: [0],
  closes: [],
  legal: null,
  players: ['Ada', 'Bo'],
  result: null,
})
const eventsFrame = (version: number, ...list: EventPair[]): Frame => ({
  type: 'events',
  version,
  seat: 1,
  events: list,
  due: null,
  legal: null,
  result: null,
})
const chat = (version: number, text: string): Frame => ({ type: 'chat', version, at: 0, seat: 0, name: 'Ada', text })

/** Waits for this many connections, and returns the last. */
const connectionNumber = (count: number) => vi.waitUntil(() => connections.length === count && connections[count - 1])
const until = (what: () => unknown) => vi.waitUntil(what, { interval: 5 })

beforeEach(async () => {
  connections = []
  const kept = new Map<string, string>()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, request) => {
    const made: Connection = {
      query: new URL(request.url!, 'http://here').searchParams,
      received: [],
      send: (...frames) => frames.forEach((frame) => socket.send(JSON.stringify(frame))),
      cut: () => socket.terminate(),
    }
    socket.on('message', (data) => made.received.push(JSON.parse(String(data)) as Command))
    connections.push(made)
  })
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  live = new LiveTable('ABCDEF', { base: `ws://127.0.0.1:${port}`, timings: TIMINGS }).open()
})

afterEach(() => {
  live.close()
  server.clients.forEach((client) => client.terminate())
  server.close()
  vi.unstubAllGlobals()
})

/** A connection to a table with a game. */
async function playing(): Promise<Connection> {
  const first = await connectionNumber(1)
  first.send(tableFrame(3), viewFrame(3))
  await until(() => live.view)
  return first
}

describe('what is shown', () => {
  it('becomes state', async () => {
    await playing()
    expect(live.connected).toBe(true)
    expect(live.table?.code).toBe('ABCDEF')
    expect(live.seat).toBe(1)
    expect(live.players).toEqual(['Ada', 'Bo'])
    expect(live.ownSeats).toEqual([1])
  })

  it('is folded event by event, a settled view each', async () => {
    const connection = await playing()
    connection.send(eventsFrame(4, ...events))
    await until(() => live.steps.length)
    expect(live.steps.map((step) => step.event)).toEqual(events)
    expect(live.steps.at(-1)!.view).toBe(live.view)
    expect(live.view!.hands).toEqual(then[0].view.hands)
    expect(live.view!.status).toEqual(then[0].view.status)
  })

  it('twice is folded once', async () => {
    const connection = await playing()
    connection.send(eventsFrame(4, events[0]), eventsFrame(4, events[0]), chat(5, 'now'))
    await until(() => live.chat.length)
    expect(live.steps).toHaveLength(1)
  })

  it('as a whole replaces what was waiting to be shown', async () => {
    const connection = await playing()
    connection.send(eventsFrame(4, events[0]), viewFrame(5))
    await until(() => live.wholeViews === 2)
    expect(live.steps).toEqual([])
    expect(live.view).toEqual({ ...begun, due: [0] })
  })

  it('about the table and in the chat leaves no gap', async () => {
    const connection = await playing()
    connection.send(tableFrame(3), chat(4, 'hello'), tableFrame(5), eventsFrame(6, events[0]))
    await until(() => live.steps.length)
    expect(connections).toHaveLength(1)
  })

  it('about an undo comes and goes', async () => {
    const connection = await playing()
    connection.send({ type: 'undo', version: 4, asked_by: 0, agreed: [0], needed: [1] })
    await until(() => live.undo)
    connection.send({ type: 'undo', version: 5, asked_by: null, agreed: [], needed: [] })
    await until(() => !live.undo)
    // Both were entries of the log: nothing is missing before the next.
    connection.send(eventsFrame(6, events[0]))
    await until(() => live.steps.length === 1)
    expect(connections).toHaveLength(1)
  })

  it('about an undo is not kept over a broken line', async () => {
    const connection = await playing()
    connection.send({ type: 'undo', version: 4, asked_by: 0, agreed: [], needed: [1] })
    await until(() => live.undo)
    connection.cut()
    await until(() => connections.length === 2)
    connections[1].send(tableFrame(4))
    await until(() => live.connected)
    expect(live.undo).toBeNull()
  })
})

describe('a broken line', () => {
  it('is taken up where it broke', async () => {
    const connection = await playing()
    connection.send(eventsFrame(4, events[0]))
    await until(() => live.steps.length)
    connection.cut()
    const next = await connectionNumber(2)
    expect(Object.fromEntries(next.query)).toEqual({ seat: '1', since: '4' })
    next.send(tableFrame(5), eventsFrame(5, events[1]))
    await until(() => live.steps.length === 2)
    expect(live.wholeViews).toBe(1)
  })

  it('is noticed by a gap', async () => {
    const connection = await playing()
    connection.send(eventsFrame(6, events[0]))
    const next = await connectionNumber(2)
    expect(next.query.get('since')).toBe('3')
    next.send(tableFrame(6), eventsFrame(4, events[0]), eventsFrame(5, events[1]), eventsFrame(6, events[2]))
    await until(() => live.steps.length === 3)
    expect(connections).toHaveLength(2)
  })

  it('is noticed by a gap before a word', async () => {
    const connection = await playing()
    connection.send(chat(5, 'your turn'))
    expect((await connectionNumber(2)).query.get('since')).toBe('3')
  })

  it('that leaves a gap again gets a whole view', async () => {
    const connection = await playing()
    connection.send(eventsFrame(6, events[0]))
    const second = await connectionNumber(2)
    second.send(tableFrame(7), eventsFrame(7, events[0]))
    const third = await connectionNumber(3)
    expect(third.query.get('since')).toBeNull()
    third.send(tableFrame(7), viewFrame(7))
    await until(() => live.wholeViews === 2)
  })

  it('that missed too much gets a whole view', async () => {
    const connection = await playing()
    connection.cut()
    const next = await connectionNumber(2)
    expect(next.query.get('since')).toBe('3')
    next.send(tableFrame(3), viewFrame(2000), chat(2001, 'there you are'))
    await until(() => live.chat.length)
    expect(live.wholeViews).toBe(2)
    expect(connections).toHaveLength(2)
  })

  it('is called again, more than once', async () => {
    for (let count = 1; count <= 4; count++) (await connectionNumber(count)).cut()
    ;(await connectionNumber(5)).send(tableFrame(0))
    await until(() => live.connected)
  })

  it('keeps what was not answered, and says it again with the same id', async () => {
    const connection = await playing()
    const done = live.act(7)
    await until(() => connection.received.length)
    expect(live.acting).toBe(true)
    connection.cut()
    const next = await connectionNumber(2)
    next.send(tableFrame(3))
    await until(() => next.received.length)
    expect(next.received).toEqual(connection.received)
    next.send({ type: 'ok', id: next.received[0].id, version: 4 })
    await done
    expect(live.acting).toBe(false)
  })

  it('that is silent is given up', async () => {
    live.close()
    const { port } = server.address() as { port: number }
    live = new LiveTable('ABCDEF', {
      base: `ws://127.0.0.1:${port}`,
      timings: { ...TIMINGS, pingAfter: 20, pingTimeout: 20 },
    }).open()
    const connection = (await until(() => connections.find((each) => each.received.length))) as Connection
    expect(connection.received[0].type).toBe('ping')
    await until(() => connections.length > 2)
  })

  it('stays down when the server says so', async () => {
    const connection = await playing()
    const lost = live.sendChat('anybody?')
    connection.send({ type: 'gone', code: 'no-token', reason: 'you have logged out' })
    await expect(lost).rejects.toThrow('you have logged out')
    expect(live.gone?.code).toBe('no-token')
    connection.cut()
    await new Promise((done) => setTimeout(done, 60))
    expect(connections).toHaveLength(1)
  })
})

describe('what is said', () => {
  it('waits for the greeting', async () => {
    const done = live.sendChat('hello')
    const connection = await connectionNumber(1)
    connection.send(tableFrame(0))
    await until(() => connection.received.length)
    connection.send({ type: 'ok', id: connection.received[0].id, version: 1 })
    await done
  })

  it('may be refused, with the rule', async () => {
    const connection = await playing()
    const done = live.act(7)
    await until(() => connection.received.length)
    connection.send({
      type: 'refused',
      id: connection.received[0].id,
      code: 'cards',
      reason: 'too few cards',
      rule: 'claim.set',
      params: null,
    })
    const refusal = await done.catch((reason) => reason as Refusal)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'cards', reason: 'too few cards', rule: 'claim.set' })
  })

  it('is said again when the server was only busy', async () => {
    const connection = await playing()
    const done = live.act(7)
    await until(() => connection.received.length)
    connection.send({
      type: 'refused',
      id: connection.received[0].id,
      code: 'busy',
      reason: 'shutting down',
      rule: null,
      params: null,
    })
    await until(() => connection.received.length === 2)
    expect(connection.received[1]).toEqual(connection.received[0])
    connection.send({ type: 'ok', id: connection.received[0].id, version: 4 })
    await done
  })

  it('names the newest version and the seat', async () => {
    const connection = await playing()
    connection.send(eventsFrame(4, events[0]), chat(5, 'hm'))
    await until(() => live.chat.length)
    void live.act({ claim: [3, [0, 2]] }).catch(() => undefined)
    await until(() => connection.received.length)
    expect(connection.received[0]).toMatchObject({ type: 'act', seat: 1, version: 5, move: { claim: [3, [0, 2]] } })
  })

  it('about a request for a seat, and about a spectator', async () => {
    const connection = await playing()
    void live.answer('seat', true).catch(() => undefined)
    void live.moderate({ chat: 7 }, 'mute').catch(() => undefined)
    await until(() => connection.received.length === 2)
    expect(connection.received[0]).toMatchObject({ type: 'agree', seat: 1, agree: true, about: 'seat', version: 3 })
    expect(connection.received[1]).toMatchObject({ type: 'moderate', chat: 7, action: 'mute' })
  })

  it('as a question is answered', async () => {
    const connection = await playing()
    const asked = live.ask({ type: 'why', route: 5 })
    await until(() => connection.received.length)
    expect(connection.received[0]).toMatchObject({ type: 'why', seat: 1, route: 5 })
    connection.send({
      type: 'answer',
      id: connection.received[0].id,
      answer: { type: 'why', claimable: false, reason: 'taken', rule: null, code: 'route-taken', params: {} },
    })
    expect((await asked).reason).toBe('taken')
  })

  it('about another seat is remembered when the line breaks', async () => {
    const connection = await playing()
    const looked = live.switchSeat(0)
    await until(() => connection.received.length)
    connection.send({ type: 'ok', id: connection.received[0].id, version: 3 }, viewFrame(3, 0))
    await looked
    await until(() => live.seat === 0)
    connection.cut()
    expect((await connectionNumber(2)).query.get('seat')).toBe('0')
  })
})

describe('a fair deal', () => {
  const serverHash = 'ab'.repeat(32)
  const other = { who: 'server', hash: 'cd'.repeat(32) }
  const stage = (more: Partial<DealFrame>): Frame => ({
    type: 'deal',
    version: 1,
    stage: 'commit',
    server: serverHash,
    terms: {},
    commitments: null,
    waits_for: [0, 1],
    missing: [],
    agreed: [],
    ...more,
  })

  /** The hash that the page committed to for its seat. */
  async function committed(): Promise<{ connection: Connection; hash: string }> {
    const connection = await connectionNumber(1)
    connection.send(tableFrame(1, { stage: 'dealing' }), stage({}))
    await until(() => connection.received.length)
    expect(connection.received).toHaveLength(1)
    expect(connection.received[0]).toMatchObject({ type: 'commit', seat: 1 })
    return { connection, hash: (connection.received[0] as { hash: string }).hash }
  }

  it('gets a seed of one’s own seat, promised before it is opened', async () => {
    const { connection, hash } = await committed()
    const commitments = [other, { who: 'own', hash }]
    connection.send(stage({ version: 2, stage: 'open', commitments, waits_for: [1] }))
    await until(() => connection.received.length === 2)
    const { seed } = connection.received[1] as { seed: string }
    expect(seatCommitment(serverHash, 1, seed)).toBe(hash)
    expect(dealNote('ABCDEF')?.whole).toBe(tableCommitment(serverHash, commitments))
    expect(live.dealFault).toBeNull()
  })

  it('keeps its seed over a reload', async () => {
    const { connection, hash } = await committed()
    connection.cut()
    const again = await connectionNumber(2)
    again.send(tableFrame(1, { stage: 'dealing' }), stage({}))
    await until(() => again.received.length)
    expect(again.received[0]).toMatchObject({ type: 'commit', seat: 1, hash })
  })

  it('keeps its seed when the table is left before the promise was confirmed', async () => {
    await committed()
    const { seeds } = dealNote('ABCDEF')!
    live.close()
    await new Promise((done) => setTimeout(done, 20))
    expect(dealNote('ABCDEF')!.seeds).toEqual(seeds)
  })

  it('has no seed of ours when another browser promised first', async () => {
    const { connection } = await committed()
    connection.send({
      type: 'refused',
      id: connection.received[0].id,
      code: 'taken',
      reason: 'has committed already',
      rule: null,
      params: null,
    })
    await until(() => !dealNote('ABCDEF')!.seeds[1])
  })

  it('notices when the server denies a seed that it has confirmed', async () => {
    const { connection, hash } = await committed()
    connection.send({ type: 'ok', id: connection.received[0].id, version: 1 })
    const commitments = [other, { who: 'own', hash }]
    connection.send(stage({ version: 2, stage: 'open', commitments, waits_for: [1] }))
    await until(() => connection.received.length === 2)
    const denied = [other, { who: 'own', hash, stand_in: 'unopened' }]
    // Not confirmed yet: the seed may have been lost on its way.
    connection.send(stage({ version: 3, stage: 'dealt', commitments: denied, waits_for: [] }))
    await until(() => live.deal?.stage === 'dealt')
    expect(live.dealFault).toBeNull()
    connection.send({ type: 'ok', id: connection.received[1].id, version: 3 })
    await until(() => dealNote('ABCDEF')?.opened?.length)
    connection.send(stage({ version: 4, stage: 'dealt', commitments: denied, waits_for: [] }))
    await until(() => live.dealFault)
    expect(live.dealFault).toEqual({ type: 'unopened', seat: 1 })
  })

  it('is no fault when the commitment came too late', async () => {
    const { connection } = await committed()
    const late = stage({ version: 2, stage: 'open', commitments: [other, other], waits_for: [] })
    connection.send(late)
    await until(() => live.deal?.stage === 'open')
    expect(live.dealFault).toBeNull()
    expect(dealNote('ABCDEF')!.seeds).toEqual({})
  })

  it('has a fault when a confirmed commitment is replaced', async () => {
    const { connection } = await committed()
    connection.send({ type: 'ok', id: connection.received[0].id, version: 1 })
    await until(() => dealNote('ABCDEF')?.committed?.length)
    connection.send(stage({ version: 2, stage: 'open', commitments: [other, other], waits_for: [] }))
    await until(() => live.dealFault)
    expect(live.dealFault).toEqual({ type: 'seat', seat: 1 })
  })

  it('goes on with a fallback seed when the player agrees', async () => {
    const { connection } = await committed()
    connection.send(stage({ version: 2, missing: [0], waits_for: [0] }))
    await until(() => live.deal?.missing.length)
    const agreed = live.agreeToFallback()
    await until(() => connection.received.length === 2)
    expect(connection.received[1]).toMatchObject({ type: 'fallback', seat: 1, missing: [0] })
    connection.send({ type: 'ok', id: connection.received[1].id, version: 3 })
    await agreed
  })

  it.each([
    ['server', { server: 'ee'.repeat(32) }],
    ['seat', {}],
  ])('whose %s is not the one promised stays closed', async (kind, change) => {
    const { connection, hash } = await committed()
    const mine = { who: 'own', hash: kind === 'seat' ? 'ee'.repeat(32) : hash }
    connection.send(stage({ version: 2, stage: 'open', commitments: [other, mine], waits_for: [1], ...change }))
    await until(() => live.dealFault)
    expect(live.dealFault!.type).toBe(kind)
    connection.send(chat(3, 'go on'))
    await until(() => live.chat.length)
    expect(connection.received).toHaveLength(1)
  })
})
