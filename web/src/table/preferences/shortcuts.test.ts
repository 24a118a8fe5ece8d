import { expect, test } from 'vitest'
import { command } from './shortcuts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const free = { typing: false, pressable: false, moving: false, rewound: false }

test('numbers draw and take', () => {
  expect(command({ ...plain, key: '0' }, free)).toEqual({ do: 'draw' })
  expect(command({ ...plain, key: '3' }, free)).toEqual({ do: 'take', slot: 2 })
})

test('a field for text keeps its letters, but Escape leaves it', () => {
  expect(command({ ...plain, key: 't' }, { ...free, typing: true })).toBeNull()
  expect(command({ ...plain, key: 'Escape' }, { ...free, typing: true })).toEqual({ do: 'cancel' })
})

test('Enter and Space press what has the focus', () => {
  expect(command({ ...plain, key: 'Enter' }, { ...free, pressable: true })).toBeNull()
  expect(command({ ...plain, key: 'Enter' }, free)).toEqual({ do: 'confirm' })
  expect(command({ ...plain, key: ' ' }, free)).toEqual({ do: 'skip' })
})

test('the browser keeps its own keys, but Ctrl+Z takes back', () => {
  expect(command({ ...plain, ctrlKey: true, key: 'z' }, free)).toEqual({ do: 'undo' })
  expect(command({ ...plain, ctrlKey: true, key: 't' }, free)).toBeNull()
  expect(command({ ...plain, altKey: true, key: '1' }, free)).toBeNull()
})

test('arrows belong to the map until one has stepped back', () => {
  expect(command({ ...plain, key: 'ArrowLeft' }, { ...free, moving: true })).toBeNull()
  expect(command({ ...plain, key: 'ArrowLeft' }, { ...free, moving: true, rewound: true })).toEqual({
    do: 'step',
    by: 'back',
  })
})
