import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as Socket, WebSocketServer } from 'ws'
import { Refusal } from './http'
import { dealNote } from './fair/deal-part'
import { seatCommitment, tableCommitment } from './fair/commitments'
import { Live } from './live-table.svelte'
import type { Command, DealFrame, EventPair, Frame, TableInfo, View } from './wire'

/** One connection as the server sees it. */
interface Call {
  query: URLSearchParams
  said: Command[]
  tell(...frames: Frame[]): void
  /** Cuts the line without a word. */
  cut(): void
}

const golden = JSON.parse(readFileSync(new URL('../../../tests/golden/new_york-2.json', import.meta.url), 'utf8')) as {
  parts: { viewers: { view: View; then: { events: ({ kind: string } & object)[]; view: View }[] }[] }[]
}
const { view: begun, then } = golden.parts[0].viewers[1]
const events = then[0].events.map(({ kind, ...fields }) => [kind, fields] as unknown as EventPair)

const PACE = { first: 5, most: 20, quiet: 60_000, patience: 60_000 }

let server: WebSocketServer
let calls: Call[]
let live: Live

const table = (version: number, more: Partial<TableInfo> = {}): Frame => ({
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
const whole = (version: number, seat: number | null = 1): Frame => ({
  type: 'view',
  version,
  seat,
  view: begun,
  legal: null,
  players: ['Ada', 'Bo'],
  result: null,
})
const happened = (version: number, ...list: EventPair[]): Frame => ({
  type: 'events',
  version,
  seat: 1,
  events: list,
  legal: null,
  move: null,
  result: null,
})
const said = (version: number, text: string): Frame => ({ type: 'chat', version, at: 0, seat: 0, name: 'Ada', text })

/** Waits until the server has been called so often, and gives the last call. */
const call = (count: number) => vi.waitUntil(() => calls.length === count && calls[count - 1])
const until = (what: () => unknown) => vi.waitUntil(what, { interval: 5 })

beforeEach(async () => {
  calls = []
  const kept = new Map<string, string>()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, request) => {
    const made: Call = {
      query: new URL(request.url!, 'http://here').searchParams,
      said: [],
      tell: (...frames) => frames.forEach((frame) => socket.send(JSON.stringify(frame))),
      cut: () => socket.terminate(),
    }
    socket.on('message', (data) => made.said.push(JSON.parse(String(data)) as Command))
    calls.push(made)
  })
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  live = new Live('ABCDEF', { base: `ws://127.0.0.1:${port}`, pace: PACE }).open()
})

afterEach(() => {
  live.close()
  server.clients.forEach((client) => client.terminate())
  server.close()
  vi.unstubAllGlobals()
})

/** A connection with a game on. */
async function playing(): Promise<Call> {
  const first = await call(1)
  first.tell(table(3), whole(3))
  await until(() => live.view)
  return first
}

describe('what is told', () => {
  it('becomes state', async () => {
    await playing()
    expect(live.connected).toBe(true)
    expect(live.table?.code).toBe('ABCDEF')
    expect(live.seat).toBe(1)
    expect(live.players).toEqual(['Ada', 'Bo'])
    expect(live.mine).toEqual([1])
  })

  it('is folded event by event, a settled view each', async () => {
    const line = await playing()
    line.tell(happened(4, ...events))
    await until(() => live.lastEvents.length)
    expect(live.lastEvents.map((step) => step.event)).toEqual(events)
    const steps = Array.from(events, () => live.next()!)
    expect(live.next()).toBeUndefined()
    expect(steps.at(-1)!.view).toBe(live.view)
    expect(live.view!.hands).toEqual(then[0].view.hands)
    expect(live.view!.status).toEqual(then[0].view.status)
  })

  it('twice is folded once', async () => {
    const line = await playing()
    line.tell(happened(4, events[0]), happened(4, events[0]), said(5, 'now'))
    await until(() => live.chat.length)
    expect(live.lastEvents).toHaveLength(1)
  })

  it('as a whole replaces what was waiting to be shown', async () => {
    const line = await playing()
    line.tell(happened(4, events[0]), whole(5))
    await until(() => live.jumps === 2)
    expect(live.lastEvents).toEqual([])
    expect(live.view).toEqual(begun)
  })

  it('about the table and in the chat leaves no gap', async () => {
    const line = await playing()
    line.tell(table(3), said(4, 'hello'), table(5), happened(6, events[0]))
    await until(() => live.lastEvents.length)
    expect(calls).toHaveLength(1)
  })

  it('about an undo comes and goes', async () => {
    const line = await playing()
    line.tell({ type: 'undo', version: 4, asked_by: 0, agreed: [0], needed: [1] })
    await until(() => live.undo)
    line.tell({ type: 'undo', version: 5, asked_by: null, agreed: [], needed: [] })
    await until(() => !live.undo)
    // Both were entries of the log: nothing is missing before the next.
    line.tell(happened(6, events[0]))
    await until(() => live.lastEvents.length === 1)
    expect(calls).toHaveLength(1)
  })

  it('about an undo is not kept over a broken line', async () => {
    const line = await playing()
    line.tell({ type: 'undo', version: 4, asked_by: 0, agreed: [], needed: [1] })
    await until(() => live.undo)
    line.cut()
    await until(() => calls.length === 2)
    calls[1].tell(table(4))
    await until(() => live.connected)
    expect(live.undo).toBeNull()
  })
})

describe('a broken line', () => {
  it('is taken up where it broke', async () => {
    const line = await playing()
    line.tell(happened(4, events[0]))
    await until(() => live.lastEvents.length)
    line.cut()
    const next = await call(2)
    expect(Object.fromEntries(next.query)).toEqual({ seat: '1', since: '4' })
    next.tell(table(5), happened(5, events[1]))
    await until(() => live.lastEvents.length === 2)
    expect(live.jumps).toBe(1)
  })

  it('is noticed by a gap', async () => {
    const line = await playing()
    line.tell(happened(6, events[0]))
    const next = await call(2)
    expect(next.query.get('since')).toBe('3')
    next.tell(table(6), happened(4, events[0]), happened(5, events[1]), happened(6, events[2]))
    await until(() => live.lastEvents.length === 3)
    expect(calls).toHaveLength(2)
  })

  it('is noticed by a gap before a word', async () => {
    const line = await playing()
    line.tell(said(5, 'your turn'))
    expect((await call(2)).query.get('since')).toBe('3')
  })

  it('that leaves a gap again gets a whole view', async () => {
    const line = await playing()
    line.tell(happened(6, events[0]))
    const second = await call(2)
    second.tell(table(7), happened(7, events[0]))
    const third = await call(3)
    expect(third.query.get('since')).toBeNull()
    third.tell(table(7), whole(7))
    await until(() => live.jumps === 2)
  })

  it('is called again, more than once', async () => {
    for (let count = 1; count <= 4; count++) (await call(count)).cut()
    ;(await call(5)).tell(table(0))
    await until(() => live.connected)
  })

  it('keeps what was not answered, and says it again with the same id', async () => {
    const line = await playing()
    const done = live.act(7)
    await until(() => line.said.length)
    expect(live.acting).toBe(true)
    line.cut()
    const next = await call(2)
    next.tell(table(3))
    await until(() => next.said.length)
    expect(next.said).toEqual(line.said)
    next.tell({ type: 'ok', id: next.said[0].id, version: 4 })
    await done
    expect(live.acting).toBe(false)
  })

  it('that is silent is given up', async () => {
    live.close()
    const { port } = server.address() as { port: number }
    live = new Live('ABCDEF', { base: `ws://127.0.0.1:${port}`, pace: { ...PACE, quiet: 20, patience: 20 } }).open()
    const line = (await until(() => calls.find((each) => each.said.length))) as Call
    expect(line.said[0].do).toBe('ping')
    await until(() => calls.length > 2)
  })

  it('stays down when the server says so', async () => {
    const line = await playing()
    const lost = live.say('anybody?')
    line.tell({ type: 'gone', code: 'replaced', reason: 'open in another window' })
    await expect(lost).rejects.toThrow('open in another window')
    expect(live.gone?.code).toBe('replaced')
    line.cut()
    await new Promise((done) => setTimeout(done, 60))
    expect(calls).toHaveLength(1)
  })
})

describe('what is said', () => {
  it('waits for the greeting', async () => {
    const done = live.say('hello')
    const line = await call(1)
    line.tell(table(0))
    await until(() => line.said.length)
    line.tell({ type: 'ok', id: line.said[0].id, version: 1 })
    await done
  })

  it('may be refused, with the rule', async () => {
    const line = await playing()
    const done = live.act(7)
    await until(() => line.said.length)
    line.tell({ type: 'refused', id: line.said[0].id, code: 'illegal', reason: 'too few cards', rule: 'claim.cards' })
    const refusal = await done.catch((reason) => reason as Refusal)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'illegal', reason: 'too few cards', rule: 'claim.cards' })
  })

  it('is said again when the server was only busy', async () => {
    const line = await playing()
    const done = live.act(7)
    await until(() => line.said.length)
    line.tell({ type: 'refused', id: line.said[0].id, code: 'busy', reason: 'shutting down', rule: null })
    await until(() => line.said.length === 2)
    expect(line.said[1]).toEqual(line.said[0])
    line.tell({ type: 'ok', id: line.said[0].id, version: 4 })
    await done
  })

  it('names the newest version and the seat', async () => {
    const line = await playing()
    line.tell(happened(4, events[0]), said(5, 'hm'))
    await until(() => live.chat.length)
    void live.act({ claim: [3, [0, 2]] }).catch(() => undefined)
    await until(() => line.said.length)
    expect(line.said[0]).toMatchObject({ do: 'act', seat: 1, version: 5, move: { claim: [3, [0, 2]] } })
  })

  it('as a question is answered', async () => {
    const line = await playing()
    const asked = live.ask({ do: 'why', route: 5 })
    await until(() => line.said.length)
    expect(line.said[0]).toMatchObject({ do: 'why', seat: 1, route: 5 })
    line.tell({
      type: 'answer',
      id: line.said[0].id,
      answer: { to: 'why', claimable: false, reason: 'taken', rule: null, code: null, numbers: {} },
    })
    expect((await asked).reason).toBe('taken')
  })

  it('about another seat is remembered when the line breaks', async () => {
    const line = await playing()
    const looked = live.look(0)
    await until(() => line.said.length)
    line.tell({ type: 'ok', id: line.said[0].id, version: 3 }, whole(3, 0))
    await looked
    await until(() => live.seat === 0)
    line.cut()
    expect((await call(2)).query.get('seat')).toBe('0')
  })
})

describe('a fair deal', () => {
  const promise = 'ab'.repeat(32)
  const other = { who: 'server', hash: 'cd'.repeat(32) }
  const stage = (more: Partial<DealFrame>): Frame => ({
    type: 'deal',
    version: 1,
    stage: 'commit',
    server: promise,
    terms: {},
    commitments: null,
    waits_for: [0, 1],
    ...more,
  })

  /** The hash that the page promised for its seat. */
  async function promised(): Promise<{ line: Call; hash: string }> {
    const line = await call(1)
    line.tell(table(1, { stage: 'dealing' }), stage({}))
    await until(() => line.said.length)
    expect(line.said).toHaveLength(1)
    expect(line.said[0]).toMatchObject({ do: 'commit', seat: 1 })
    return { line, hash: (line.said[0] as { hash: string }).hash }
  }

  it('gets a seed of one’s own seat, promised before it is opened', async () => {
    const { line, hash } = await promised()
    const commitments = [other, { who: 'own', hash }]
    line.tell(stage({ version: 2, stage: 'open', commitments, waits_for: [1] }))
    await until(() => line.said.length === 2)
    const { seed } = line.said[1] as { seed: string }
    expect(seatCommitment(promise, 1, seed)).toBe(hash)
    expect(dealNote('ABCDEF')?.whole).toBe(tableCommitment(promise, commitments))
    expect(live.dealFault).toBeNull()
  })

  it('keeps its seed over a reload', async () => {
    const { line, hash } = await promised()
    line.cut()
    const again = await call(2)
    again.tell(table(1, { stage: 'dealing' }), stage({}))
    await until(() => again.said.length)
    expect(again.said[0]).toMatchObject({ do: 'commit', seat: 1, hash })
  })

  it('keeps its seed when the table is left before the promise was confirmed', async () => {
    await promised()
    const { seeds } = dealNote('ABCDEF')!
    live.close()
    await new Promise((done) => setTimeout(done, 20))
    expect(dealNote('ABCDEF')!.seeds).toEqual(seeds)
  })

  it('has no seed of ours when another browser promised first', async () => {
    const { line } = await promised()
    line.tell({ type: 'refused', id: line.said[0].id, code: 'taken', reason: 'has committed already', rule: null })
    await until(() => !dealNote('ABCDEF')!.seeds[1])
  })

  it.each([
    ['server', { server: 'ee'.repeat(32) }],
    ['seat', {}],
  ])('whose %s is not the one promised stays closed', async (kind, change) => {
    const { line, hash } = await promised()
    const mine = { who: 'own', hash: kind === 'seat' ? 'ee'.repeat(32) : hash }
    line.tell(stage({ version: 2, stage: 'open', commitments: [other, mine], waits_for: [1], ...change }))
    await until(() => live.dealFault)
    expect(live.dealFault!.kind).toBe(kind)
    line.tell(said(3, 'go on'))
    await until(() => live.chat.length)
    expect(line.said).toHaveLength(1)
  })
})
