/** Requests to the server over HTTP. */
import { addressOf } from '../browser/prefix'
import { commandId } from './command-id'
import { Refusal } from './refusal'
import type {
  Change,
  Credentials,
  Deletion,
  Drawing,
  EditionCard,
  EditionData,
  History,
  LevelCard,
  Me,
  NewPassword,
  NewSettings,
  NewTable,
  Problem,
  RuleBook,
  SpectatorInfo,
  TableDeletion,
  TableInfo,
  TokenInfo,
} from './wire'

async function request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(addressOf(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal({ code: 'offline', reason: 'the server does not answer', params: {} })
  }
  if (response.ok) return response
  throw new Refusal(await problemOf(response))
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const found = (await response.json()) as Partial<Problem>
    if (found.code && found.reason)
      return { code: found.code, reason: found.reason, rule: found.rule ?? null, params: found.params ?? null }
  } catch {
    // Not an answer of this server: a proxy's page, or nothing.
  }
  return { code: 'unexpected', reason: `the server answered ${response.status}`, rule: null, params: null }
}

async function get<T>(path: string): Promise<T> {
  return (await request('GET', path)).json() as Promise<T>
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await request('POST', path, body)).json() as Promise<T>
}

const table = (code: string) => `/api/tables/${encodeURIComponent(code)}`
const edition = (id: string) => `/api/editions/${encodeURIComponent(id)}`

/** Changes to a table that are not moves. */
export type TableChange = 'join' | 'leave' | 'bot' | 'empty' | 'shape' | 'start' | 'resign' | 'rematch'

export const api = {
  editions: () => get<EditionCard[]>('/api/editions'),
  edition: (id: string) => get<EditionData>(edition(id)),
  /** The address of the picture for lists: a poster, or a small map of a custom board. */
  picture: (id: string) => addressOf(`${edition(id)}/picture.svg`),
  drawing: (id: string) => get<Drawing>(`${edition(id)}/drawing`),
  levels: () => get<LevelCard[]>('/api/levels'),
  /** The rules that apply to an edition, or all of them. */
  rules: (id: string | null, language: string) =>
    get<RuleBook>(`/api/rules?language=${language}${id === null ? '' : `&edition=${encodeURIComponent(id)}`}`),

  me: () => get<Me>('/api/me'),
  rename: (name: string) => post<Me>('/api/me', { name }),
  register: (credentials: Credentials) => post<Me>('/api/account', credentials),
  changePassword: (change: NewPassword) => request('POST', '/api/password', change),
  login: (credentials: Credentials) => post<Me>('/api/login', credentials),
  logout: () => request('POST', '/api/logout', {}),
  deleteMe: (deletion: Deletion) => request('POST', '/api/me/delete', deletion),
  tokens: () => get<TokenInfo[]>('/api/tokens'),
  revokeToken: (id: number) => request('POST', `/api/tokens/${id}/revoke`, {}),

  /** A page of the user's tables, the newest first, after the one with the code `before`. */
  myTables: (limit: number, before?: string) =>
    get<TableInfo[]>(`/api/tables?mine=1&limit=${limit}${before ? `&before=${before}` : ''}`),
  openTables: () => get<TableInfo[]>('/api/tables?open=1'),
  table: (code: string) => get<TableInfo>(table(code)),
  spectators: (code: string) => get<SpectatorInfo[]>(`${table(code)}/spectators`),
  deleteTable: async (code: string) => (await request('DELETE', table(code))).json() as Promise<TableDeletion>,
  openTable: (wanted: Omit<NewTable, 'id'>, id = commandId()) => post<TableInfo>('/api/tables', { id, ...wanted }),
  change: (code: string, what: TableChange, change: Omit<Change, 'id'> = {}, id = commandId()) =>
    post<TableInfo>(`${table(code)}/${what}`, { id, ...change }),
  changeSettings: (code: string, settings: Omit<NewSettings, 'id'>, id = commandId()) =>
    post<TableInfo>(`${table(code)}/settings`, { id, ...settings }),
  /** All pages of a history in one. */
  async history(code: string, seat: number | null): Promise<History> {
    const all: Pick<History, 'frames' | 'completed' | 'undone'> = { frames: [], completed: [], undone: [] }
    for (let after = 0; ;) {
      const own = seat === null ? '' : `&seat=${seat}`
      const page = await get<History>(`${table(code)}/history?after=${after}${own}`)
      for (const frame of page.frames) all.frames.push(frame)
      all.completed.push(...page.completed)
      all.undone.push(...page.undone)
      if (page.next === null) return { ...page, ...all }
      after = page.next
    }
  },
  file: async (code: string) => (await request('GET', `${table(code)}/file`)).text(),
  /** The address of the same file. */
  fileAddress: (code: string) => addressOf(`${table(code)}/file`),

  /** The picture under a board's routes, as a fragment of SVG; null if there is none for the edition. */
  async ground(id: string): Promise<string | null> {
    try {
      return await (await request('GET', `${edition(id)}/ground.svg`)).text()
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.code !== 'offline') return null
      throw refusal
    }
  },
}
