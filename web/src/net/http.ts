/** Asking the server over HTTP. */
import type {
  Change,
  Credentials,
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
  RuleText,
  TableInfo,
} from './wire'

/** A request or a command that was refused, with a code for programs and a reason for people. */
export class Refusal extends Error {
  readonly code: string
  readonly rule: string | null

  constructor({ code, reason, rule }: { code: string; reason: string; rule?: string | null }) {
    super(reason)
    this.name = 'Refusal'
    this.code = code
    this.rule = rule ?? null
  }

  get reason(): string {
    return this.message
  }
}

/** A name for a command, so that sending it twice does it once. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function asked(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  } catch {
    throw new Refusal({ code: 'offline', reason: 'the server does not answer' })
  }
  if (response.ok) return response
  throw new Refusal(await problem(response))
}

async function problem(response: Response): Promise<Problem> {
  try {
    const found = (await response.json()) as Partial<Problem>
    if (found.code && found.reason) return { code: found.code, reason: found.reason, rule: found.rule ?? null }
  } catch {
    // Not ours: a proxy's page, or nothing at all.
  }
  return { code: 'unexpected', reason: `the server answered ${response.status}`, rule: null }
}

async function fetched<T>(path: string): Promise<T> {
  return (await asked('GET', path)).json() as Promise<T>
}

async function sent<T>(path: string, body: unknown = {}): Promise<T> {
  return (await asked('POST', path, body)).json() as Promise<T>
}

const table = (code: string) => `/api/tables/${encodeURIComponent(code)}`
const edition = (id: string) => `/api/editions/${encodeURIComponent(id)}`

/** What can be done at a table that is not being played. */
export type Changing = 'join' | 'leave' | 'bot' | 'empty' | 'start' | 'rematch'

export const api = {
  editions: () => fetched<EditionCard[]>('/api/editions'),
  edition: (id: string) => fetched<EditionData>(edition(id)),
  drawing: (id: string) => fetched<Drawing>(`${edition(id)}/drawing`),
  levels: () => fetched<LevelCard[]>('/api/levels'),
  rule: (id: string) => fetched<RuleText>(`/api/rules/${encodeURIComponent(id)}`),

  me: () => fetched<Me>('/api/me'),
  rename: (name: string) => sent<Me>('/api/me', { name }),
  register: (credentials: Credentials) => sent<Me>('/api/account', credentials),
  changePassword: (change: NewPassword) => asked('POST', '/api/password', change),
  login: (credentials: Credentials) => sent<Me>('/api/login', credentials),
  logout: () => asked('POST', '/api/logout', {}),

  myTables: () => fetched<TableInfo[]>('/api/tables?mine=1'),
  openTables: () => fetched<TableInfo[]>('/api/tables?open=1'),
  table: (code: string) => fetched<TableInfo>(table(code)),
  openTable: (wanted: Omit<NewTable, 'id'>, id = commandId()) => sent<TableInfo>('/api/tables', { id, ...wanted }),
  change: (code: string, what: Changing, change: Omit<Change, 'id'> = {}, id = commandId()) =>
    sent<TableInfo>(`${table(code)}/${what}`, { id, ...change }),
  settle: (code: string, settings: Omit<NewSettings, 'id'>, id = commandId()) =>
    sent<TableInfo>(`${table(code)}/settings`, { id, ...settings }),
  history: (code: string, seat: number | null) =>
    fetched<History>(`${table(code)}/history${seat === null ? '' : `?seat=${seat}`}`),
  file: async (code: string) => (await asked('GET', `${table(code)}/file`)).text(),

  /** The ground under a board's routes, a fragment of SVG; null if the page has none for the edition. */
  async ground(id: string): Promise<string | null> {
    try {
      return await (await asked('GET', `/art/${encodeURIComponent(id)}.svg`)).text()
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.code !== 'offline') return null
      throw refusal
    }
  },
}
