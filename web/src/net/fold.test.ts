import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fold } from './fold'
import type { EventPair, View } from './wire'

/** A golden file, as `tests/golden/playthrough_json.py` describes it. */
interface Golden {
  parts: { after: number; steps: string[]; viewers: Seen[] }[]
}
interface Seen {
  viewer: number | null
  view: View
  then: { events: ({ kind: string } & Record<string, unknown>)[]; view: View }[]
}

const folder = new URL('../../../tests/golden/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

function pair({ kind, ...fields }: { kind: string }): EventPair {
  return [kind, fields] as unknown as EventPair
}

/** What the page keeps of a view. */
function kept(view: View): View {
  const { card_log, ticket_log, ...rest } = view
  void card_log
  void ticket_log
  return rest
}

describe('fold', () => {
  it('has golden files to be tested on', () => expect(files.length).toBeGreaterThan(10))

  it.each(files)('gives the golden views of %s', (name) => {
    const golden = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden
    for (const part of golden.parts) {
      for (const seen of part.viewers) {
        let view = seen.view
        for (const step of seen.then) {
          view = step.events.map(pair).reduce(fold, view)
          expect(kept(view), `${name}, viewer ${seen.viewer}, after ${part.after}`).toEqual(kept(step.view))
        }
      }
    }
  })

  it('leaves the view it began with alone', () => {
    const golden = JSON.parse(readFileSync(new URL(files[0], folder), 'utf8')) as Golden
    const { view, then } = golden.parts[0].viewers[0]
    const before = structuredClone(view)
    then[0].events.map(pair).reduce(fold, view)
    expect(view).toEqual(before)
  })
})
