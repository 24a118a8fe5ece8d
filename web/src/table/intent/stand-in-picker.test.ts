import { expect, test, vi } from 'vitest'
import type { LiveTable } from '../../net/live-table.svelte'
import { StandInPicker } from './stand-in-picker.svelte'

/** Three cards of any kind make a payment, of a hand of two wilds and two reds. */
function picker(failed = vi.fn()) {
  const hand = [2, 2]
  const ask = vi.fn(async ({ cards }: { cards: number[] }) => {
    if (cards[0] > 1) throw new Error('no answer')
    const whole = cards[0] + cards[1] === 3
    return { next: whole ? [] : [0, 1].filter((kind) => cards[kind] < hand[kind]), whole }
  })
  return new StandInPicker(4, { ask } as unknown as LiveTable, 2, failed)
}

test('cards are added while the server lets them, until the payment is whole', async () => {
  const made = picker()
  await made.start()
  await made.most(1)
  expect([made.cards, made.whole]).toEqual([[0, 2], false])
  await made.add(1)
  expect(made.cards).toEqual([0, 2])
  await made.add(0)
  expect([made.cards, made.whole, made.count]).toEqual([[1, 2], true, 3])
  expect(made.left([2, 2])).toEqual([1, 0])
})

test('cards can be taken out again', async () => {
  const made = picker()
  await made.start()
  await made.add(0)
  await made.remove(0)
  await made.remove(0)
  expect(made.cards).toEqual([0, 0])
  await made.add(1)
  await made.clear()
  expect(made.count).toBe(0)
})

test('of two answers the later question counts', async () => {
  const made = picker()
  await made.start()
  await Promise.all([made.add(0), made.add(1)])
  expect(made.cards).toEqual([0, 1])
})

test('without an answer nothing changes, and trying for more ends', async () => {
  const failed = vi.fn()
  const made = picker(failed)
  await made.start()
  await made.most(0)
  expect([made.cards, made.busy]).toEqual([[1, 0], false])
  expect(failed).toHaveBeenCalledOnce()
})
