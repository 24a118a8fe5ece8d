// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { dragging } from './drag'

function card() {
  const element = document.createElement('button')
  const captured: number[] = []
  element.setPointerCapture = (id) => void captured.push(id)
  const drag = { move: vi.fn(), drop: vi.fn(), cancel: vi.fn() }
  dragging(drag)(element)
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(
      Object.assign(new MouseEvent(type, { clientX: x, clientY: y, button: 0 }), {
        pointerId: 7,
        isPrimary: true,
        pointerType: 'mouse',
      }),
    )
  return { drag, captured, send }
}

test('a flick counts although its first move is far outside the card', () => {
  const { drag, captured, send } = card()
  send('pointerdown', 10, 10)
  expect(captured).toEqual([7])
  send('pointermove', 400, 300)
  send('pointerup', 420, 310)
  expect(drag.move).toHaveBeenCalledWith(400, 300, false)
  expect(drag.drop).toHaveBeenCalledWith(420, 310, false)
})

test('a press that hardly moves stays a click', () => {
  const { drag, send } = card()
  send('pointerdown', 10, 10)
  send('pointermove', 13, 12)
  send('pointerup', 13, 12)
  expect([drag.move.mock.calls.length, drag.drop.mock.calls.length]).toEqual([0, 0])
})
