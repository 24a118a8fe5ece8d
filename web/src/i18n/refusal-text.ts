/** The text of a refusal in the reader's language. `kolej/locale/refusals.py` renders the same for the terminal. */
import { WILD } from '../net/counts'
import { Refusal } from '../net/refusal'
import type { EditionData, Problem } from '../net/wire'
import type { Values } from './message'
import { cardName, personName, pieceName, routeName } from './names'
import { hasText, language, t } from './translate.svelte'

type Params = NonNullable<Problem['params']>

/** What a refusal says, whether of a move, a request or a question. */
export interface Reason {
  code: string
  reason: string
  params?: Params | null
}

/** The names that refusals of moves are about. */
export interface GameNames {
  edition: EditionData
  players: readonly string[]
}

/** The text for the code. Without parameters, in English, the server's own text, which is more specific. */
export function refusalText(problem: unknown, names?: GameNames): string {
  if (!isReason(problem)) return t('refused.unexpected')
  const key = `refused.${problem.code}`
  if (!hasText(key) || (!problem.params && language() === 'en')) return sentence(problem.reason)
  const params = withPeople(problem.params ?? {})
  return t(key, names ? values(names, params) : params)
}

function isReason(problem: unknown): problem is Reason {
  return problem instanceof Refusal || (typeof problem === 'object' && problem !== null && 'reason' in problem)
}

/** The names of people as they are shown; `names` has several. */
function withPeople(params: Params): Params {
  const { name, names } = params
  return {
    ...params,
    ...(typeof name === 'string' && { name: personName(name) }),
    ...(typeof names === 'string' && { names: names.split(', ').map(personName).join(', ') }),
  }
}

/** Names instead of numbers: of routes, cities, players, cards and pieces. */
function values({ edition, players }: GameNames, params: Params): Values {
  const named: Record<string, (value: number) => string> = {
    route: (route) => routeName(edition, route),
    city: (city) => edition.cities[city].name,
    seat: (seat) => players[seat] ?? '',
    card: (kind) => cardName(edition, kind),
    pieces: (count) => pieceName(String(params.piece), count),
  }
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' && name in named ? named[name](value) : value,
  ])
  const all: Values = { ...Object.fromEntries(entries), wild: cardName(edition, WILD) }
  if (params.color !== undefined)
    all.cost = cost(edition, Number(params.wilds), Number(params.cards), Number(params.color))
  return all
}

/** "1 × locomotive and 3 × blue", or cards of one colour. */
function cost(edition: EditionData, wilds: number, cards: number, color: number): string {
  const each = (count: number, kind: number) => t('refused.cost.color', { count, card: cardName(edition, kind) })
  const rest = color > 0 ? each(cards, color) : t('refused.cost.any', { count: cards })
  if (wilds > 0 && cards > 0) return t('refused.cost.both', { wilds: each(wilds, WILD), rest })
  return wilds > 0 ? each(wilds, WILD) : rest
}

/** With a capital letter and a full stop. */
function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`
}
