import { expect, test } from 'vitest'
import { BAR, arrange } from './arrange'

/** The size of a board, as a share of the height and of the area of the window. */
function shown(width: number, height: number, aspect: number) {
  const { how, aside, band, drawRow } = arrange({ width, height }, aspect, true)
  const across = width - (how === 'side' ? 2 : 1) * aside - 6
  const down = height - BAR - (how === 'side' ? 0 : band) - (drawRow ? 82 : 0) - 6
  const wide = Math.min(across, down * aspect)
  return { how, high: wide / aspect / height, area: (wide * wide) / aspect / (width * height) }
}

test('a telephone gets sheets, lying or standing', () => {
  expect(arrange({ width: 390, height: 844 }, 1.5, true).how).toBe('phone')
  expect(arrange({ width: 844, height: 390 }, 1.5, true).how).toBe('phone')
})

test('a tablet is a big telephone while it stands', () => {
  expect(arrange({ width: 820, height: 1180 }, 1.5, true).how).toBe('phone')
  expect(arrange({ width: 1180, height: 820 }, 1.5, true).how).not.toBe('phone')
})

test.each([0.667, 0.741])('a tall board of %f has the height of the window, with panels at both sides', (aspect) => {
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
  ] as const) {
    const { how, high } = shown(width, height, aspect)
    expect([how, high > 0.92]).toEqual(['side', true])
  }
  expect(shown(1024, 768, aspect).high).toBeGreaterThan(0.85)
})

test.each([1.5, 1.64, 1.86])('a broad board of %f fills more than half of the window', (aspect) => {
  expect(shown(1440, 900, aspect)).toMatchObject({ how: 'wide' })
  expect(shown(1440, 900, aspect).area).toBeGreaterThan(0.55)
  expect(shown(1024, 768, aspect).area).toBeGreaterThan(0.5)
})

test('cards grow with the window', () => {
  const sizes = [1024, 1440, 1920].map((width) => arrange({ width, height: (width * 9) / 16 + 90 }, 1.5, true))
  expect(sizes.map(({ drawCard }) => drawCard)).toEqual(sizes.map(({ drawCard }) => drawCard).toSorted((a, b) => a - b))
  expect(sizes[2].handCard).toBeGreaterThan(sizes[0].handCard)
})

test.each([0.667, 0.741, 1.478, 1.64, 1.86])('cards of a board of %f are large on a large screen', (aspect) => {
  const { handCard, drawCard } = arrange({ width: 1920, height: 1080 }, aspect, true)
  expect(Math.min(handCard, drawCard)).toBeGreaterThanOrEqual(56)
})

test.each([1.478, 1.64, 1.86])('what can be drawn lies below a board of %f where the column is narrow', (aspect) => {
  expect(arrange({ width: 1024, height: 768 }, aspect, true)).toMatchObject({ drawRow: true, drawCard: 44 })
  expect(arrange({ width: 1440, height: 900 }, aspect, true).drawRow).toBe(false)
})

test('a tablet that stands has room for tickets and larger cards below a broad board', () => {
  const tablet = { width: 768, height: 1024 }
  for (const aspect of [1.478, 1.64, 1.86]) {
    const { tickets, handCard, drawCard } = arrange(tablet, aspect, true)
    expect(tickets).toBeGreaterThan(100)
    expect(Math.min(handCard, drawCard)).toBeGreaterThan(50)
    // The board keeps the whole width.
    const rest = 48 + 112 + 1.45 * (handCard + drawCard) + 2 * 20 + tickets + 44
    expect(tablet.height - rest).toBeGreaterThan(tablet.width / aspect - 4)
  }
  expect(arrange(tablet, 0.667, true)).toMatchObject({ tickets: 0, handCard: 44 })
  expect(arrange({ width: 390, height: 844 }, 1.86, true)).toMatchObject({ tickets: 0, handCard: 44, drawCard: 40 })
})

test('a viewer without a hand needs no room for it', () => {
  expect(arrange({ width: 1440, height: 900 }, 1.5, false)).toMatchObject({ how: 'wide', band: 0 })
})
