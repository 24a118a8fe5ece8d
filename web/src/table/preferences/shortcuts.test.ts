import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const free = { typing: false, pressable: false, moving: false, rewound: false }

test('numbers draw and take', () => {
  expect(shortcutOf({ ...plain, key: '0' }, free)).toEqual({ type: 'draw' })
  expect(shortcutOf({ ...plain, key: '3' }, free)).toEqual({ type: 'take', slot: 2 })
})

test('a field for text keeps its letters, but Escape leaves it', () => {
  expect(shortcutOf({ ...plain, key: 't' }, { ...free, typing: true })).toBeNull()
  expect(shortcutOf({ ...plain, key: 'Escape' }, { ...free, typing: true })).toEqual({ type: 'cancel' })
})

test('Enter and Space press what has the focus', () => {
  expect(shortcutOf({ ...plain, key: 'Enter' }, { ...free, pressable: true })).toBeNull()
  expect(shortcutOf({ ...plain, key: 'Enter' }, free)).toEqual({ type: 'confirm' })
  expect(shortcutOf({ ...plain, key: ' ' }, free)).toEqual({ type: 'skip' })
})

test('the browser keeps its own keys, but Ctrl+Z takes back', () => {
  expect(shortcutOf({ ...plain, ctrlKey: true, key: 'z' }, free)).toEqual({ type: 'undo' })
  expect(shortcutOf({ ...plain, ctrlKey: true, key: 't' }, free)).toBeNull()
  expect(shortcutOf({ ...plain, altKey: true, key: '1' }, free)).toBeNull()
})

test('arrows belong to the map until one has stepped back', () => {
  expect(shortcutOf({ ...plain, key: 'ArrowLeft' }, { ...free, moving: true })).toBeNull()
  expect(shortcutOf({ ...plain, key: 'ArrowLeft' }, { ...free, moving: true, rewound: true })).toEqual({
    type: 'step',
    by: 'back',
  })
})
