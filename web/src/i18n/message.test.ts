import { describe, expect, it } from 'vitest'
import { MessageError, parse, render, type Values } from './message'

const say = (message: string, values: Values = {}, language = 'en') =>
  render(parse(message), values, (count) => new Intl.PluralRules(language).select(count))

describe('messages', () => {
  it('put values in', () => {
    expect(say('{name} is to move, {name}!', { name: 'Ada' })).toBe('Ada is to move, Ada!')
  })

  it('choose the plural of the language', () => {
    const cards = '{count, plural, one {# karta} few {# karty} other {# kart}}'
    expect([1, 3, 5, 12, 22].map((count) => say(cards, { count }, 'pl'))).toEqual([
      '1 karta',
      '3 karty',
      '5 kart',
      '12 kart',
      '22 karty',
    ])
  })

  it('prefer an exact number', () => {
    const message = '{count, plural, =0 {nothing} one {# thing} other {# things}} left'
    expect(say(message, { count: 0 })).toBe('nothing left')
    expect(say(message, { count: 1 })).toBe('1 thing left')
    // A minus sign, no hyphen.
    expect(say(message, { count: -4 })).toBe('−4 things left')
  })

  it('select by a word', () => {
    const message = '{who, select, you {Your turn} other {Turn of {who}}}'
    expect(say(message, { who: 'you' })).toBe('Your turn')
    expect(say(message, { who: 'Bo' })).toBe('Turn of Bo')
  })

  it('nest, and leave # alone outside plurals', () => {
    const message = 'Seat #{seat}: {n, plural, one {# card of {name}} other {# cards of {name}}}'
    expect(say(message, { seat: 2, n: 4, name: 'Ada' })).toBe('Seat #2: 4 cards of Ada')
  })

  it('show what is missing', () => expect(say('Hello {name}')).toBe('Hello {name}'))

  it.each(['{', 'a } b', '{n, plural, one {x}}', '{n, plural, other {x}', '{n, odd, other {x}}', '{}'])(
    'refuse %s',
    (message) => expect(() => parse(message)).toThrow(MessageError),
  )
})
