import { expect, test } from 'vitest'
import { StepCursor, type Step } from './step-cursor.svelte'

const step = (version: number) => ({ version }) as Step
const versions = (steps: readonly Step[]) => steps.map(({ version }) => version)

class Source {
  steps: Step[] = [step(1), step(2)]
  wholeViews = 1
}

test('every reader reads each step once, at its own pace', () => {
  const source = new Source()
  const [fast, slow] = [new StepCursor(source), new StepCursor(source)]
  fast.skip()
  expect(slow.next()).toBe(source.steps[0])
  source.steps = [...source.steps, step(3)]
  expect([versions(fast.waiting), versions(slow.waiting)]).toEqual([[3], [2, 3]])
  expect([fast.next()?.version, fast.next()]).toEqual([3, undefined])
})

test('a whole view takes the place of what was waiting', () => {
  const source = new Source()
  const cursor = new StepCursor(source)
  cursor.next()
  source.steps = []
  source.wholeViews += 1
  expect(cursor.waiting).toEqual([])
  source.steps = [step(7)]
  expect(cursor.next()?.version).toBe(7)
})
