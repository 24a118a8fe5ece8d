// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notify, showTurn, setTitle } from './notice'

const shown: string[] = []

class Notice {
  static permission = 'granted'
  constructor(_: string, { body }: { body: string }) {
    shown.push(body)
  }
}

beforeEach(() => {
  shown.length = 0
  document.head.innerHTML = '<link id="icon" href="/favicon.svg">'
  setTitle('ABCDEF')
  showTurn(false)
  vi.stubGlobal('Notification', Notice)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
})

describe('one’s turn', () => {
  it('shows in the tab, and goes again', () => {
    showTurn(true)
    showTurn(true)
    expect(document.title).toBe('★ ABCDEF · Kolej')
    expect(document.getElementById('icon')!.getAttribute('href')).toBe('/favicon-turn.svg')
    showTurn(false)
    expect(document.title).toBe('ABCDEF · Kolej')
    expect(document.getElementById('icon')!.getAttribute('href')).toBe('/favicon.svg')
  })

  it('is shown once, to somebody who looks elsewhere', () => {
    notify('Your turn')
    notify('Your turn')
    expect(shown).toEqual(['Your turn'])
    showTurn(false)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    notify('Your turn')
    expect(shown).toHaveLength(1)
  })

  it('keeps its star when the title changes', () => {
    showTurn(true)
    setTitle('Europe')
    expect(document.title).toBe('★ Europe · Kolej')
  })
})
