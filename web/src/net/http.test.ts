import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from './http'
import { commandId } from './command-id'
import { Refusal } from './refusal'

interface Asked {
  method: string
  url: string
  body: string
  type: string | undefined
}

let server: Server
let asked: Asked[]
/** The server's answer: a status and a body. */
let answer: [number, string]
/** Bodies that come before that, in order. */
let first: string[]

async function body(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

beforeEach(async () => {
  asked = []
  answer = [200, '{}']
  first = []
  server = createServer(async (request, response) => {
    const type = request.headers['content-type']
    asked.push({ method: request.method!, url: request.url!, body: await body(request), type })
    response.writeHead(answer[0]).end(first.shift() ?? answer[1])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})

const refusal = (promise: Promise<unknown>) => promise.catch((reason: unknown) => reason as Refusal)

describe('asking', () => {
  it('reads what is answered', async () => {
    answer = [200, '{"edition":"europe","language":"pl","rules":[]}']
    expect((await api.rules('europe', 'pl')).language).toBe('pl')
    expect(asked[0]).toMatchObject({
      method: 'GET',
      url: '/api/rules?language=pl&edition=europe',
      body: '',
      type: undefined,
    })
  })

  it('sends JSON, with an id that can be repeated', async () => {
    await api.change('ABCDEF', 'join', { seat: 2 }, 'same')
    await api.change('ABCDEF', 'join', { seat: 2 }, 'same')
    expect(asked[0]).toEqual({
      method: 'POST',
      url: '/api/tables/ABCDEF/join',
      body: '{"id":"same","seat":2}',
      type: 'application/json',
    })
    expect(asked[1]).toEqual(asked[0])
  })

  it('leaves nothing in an address that could lead elsewhere', async () => {
    await api.edition('../me')
    expect(asked[0].url).toBe('/api/editions/..%2Fme')
  })

  it('says why it was refused', async () => {
    answer = [409, '{"code":"full","reason":"every seat is taken","rule":null}']
    const why = await refusal(api.change('ABCDEF', 'join'))
    expect(why).toBeInstanceOf(Refusal)
    expect(why).toMatchObject({ code: 'full', reason: 'every seat is taken', rule: null })
  })

  it('takes a stranger’s error page for what it is', async () => {
    answer = [502, '<h1>Bad gateway</h1>']
    expect(await refusal(api.me())).toMatchObject({ code: 'unexpected', reason: 'the server answered 502' })
  })

  it('notices that nobody answers', async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    expect(await refusal(api.me())).toMatchObject({ code: 'offline' })
  })

  it('puts the pages of a history together', async () => {
    const page = (version: number, text: string, next: number | null) =>
      JSON.stringify({
        ...{ version, players: ['Ada'], seats: 2, frames: [{ type: 'chat', version, text }], next },
        ...{ completed: [[version, [version]]], undone: [] },
      })
    first = [page(7, 'one', 5), page(8, 'two', 7)]
    answer = [200, page(9, 'three', null)]
    const history = await api.history('ABCDEF', 1)
    expect(history).toMatchObject({ version: 9, players: ['Ada'], seats: 2, next: null })
    expect(history.frames.map((frame) => frame.type === 'chat' && frame.text)).toEqual(['one', 'two', 'three'])
    expect(history.completed.map(([version]) => version)).toEqual([7, 8, 9])
    const addresses = asked.map(({ url }) => url.replace('/api/tables/ABCDEF/history', ''))
    expect(addresses).toEqual(['?after=0&seat=1', '?after=5&seat=1', '?after=7&seat=1'])
  })

  it('does without a ground', async () => {
    answer = [404, '{"code":"unknown","reason":"there is nothing at this address","rule":null}']
    expect(await api.ground('europe')).toBeNull()
    answer = [200, '<g></g>']
    expect(await api.ground('europe')).toBe('<g></g>')
  })
})

describe('ids of commands', () => {
  it('fit, and differ', () => {
    const ids = Array.from({ length: 50 }, commandId)
    expect(new Set(ids).size).toBe(50)
    ids.forEach((id) => expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/))
  })
})
