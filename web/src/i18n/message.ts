/**
 * Messages of the catalogue: plain text with `{name}`, `{count, plural, one {# card} other {# cards}}` and
 * `{who, select, you {…} other {…}}`. `kolej/locale/message.py` reads the same.
 */

export type Values = Record<string, string | number>

/** Text, or a placeholder; `#` is the number of the plural around it. */
export type MessagePart = string | Placeholder
export type Placeholder =
  { kind: 'value'; name: string } | { kind: 'plural' | 'select'; name: string; cases: Record<string, MessagePart[]> }

/** A message that can't be parsed, and where. */
export class MessageError extends Error {}

const TOKEN = /[{}#]/g

export function parse(message: string): MessagePart[] {
  const [parts, end] = parseParts(message, 0, false)
  if (end < message.length) throw new MessageError(`"}" without "{" at ${end} of ${JSON.stringify(message)}`)
  return parts
}

function parseParts(message: string, from: number, counting: boolean): [MessagePart[], number] {
  const parts: MessagePart[] = []
  let at = from
  while (at < message.length) {
    TOKEN.lastIndex = at
    const next = TOKEN.exec(message)?.index ?? message.length
    if (next > at) parts.push(message.slice(at, next))
    at = next
    if (message[at] === '#') {
      parts.push(counting ? { kind: 'value', name: '#' } : '#')
      at += 1
    } else if (message[at] === '{') {
      const [placeholder, end] = parsePlaceholder(message, at)
      parts.push(placeholder)
      at = end
    } else break
  }
  return [parts, at]
}

function parsePlaceholder(message: string, from: number): [Placeholder, number] {
  const head = /^\{\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,\s*)/.exec(message.slice(from))
  if (!head) throw new MessageError(`no name after "{" at ${from} of ${JSON.stringify(message)}`)
  const [whole, name, closed, kind] = head
  let at = from + whole.length
  if (closed) return [{ kind: 'value', name }, at]
  const cases: Record<string, MessagePart[]> = {}
  for (;;) {
    const begun = /^\s*(?:(\})|(=?\w+)\s*\{)/.exec(message.slice(at))
    if (!begun) throw new MessageError(`no case at ${at} of ${JSON.stringify(message)}`)
    at += begun[0].length
    if (begun[1]) break
    const [parts, end] = parseParts(message, at, kind === 'plural')
    if (message[end] !== '}') throw new MessageError(`"{" without "}" in ${JSON.stringify(message)}`)
    cases[begun[2]] = parts
    at = end + 1
  }
  if (!cases.other) throw new MessageError(`no case "other" for ${name} in ${JSON.stringify(message)}`)
  return [{ kind: kind as 'plural' | 'select', name, cases }, at]
}

/** The message with its values; a missing value shows as its name, so that it is noticed. */
export function render(parts: MessagePart[], values: Values, plural: (count: number) => string): string {
  return parts.map((part) => (typeof part === 'string' ? part : renderPlaceholder(part, values, plural))).join('')
}

function renderPlaceholder(part: Placeholder, values: Values, plural: (count: number) => string): string {
  const value = values[part.name]
  if (part.kind === 'value') return value === undefined ? `{${part.name}}` : String(value)
  if (part.kind === 'select') return render(part.cases[String(value)] ?? part.cases.other, values, plural)
  const count = Number(value)
  const chosen = part.cases[`=${count}`] ?? part.cases[plural(count)] ?? part.cases.other
  // A minus sign, as in tables: a hyphen is too short.
  return render(chosen, { ...values, '#': String(count).replace('-', '−') }, plural)
}
