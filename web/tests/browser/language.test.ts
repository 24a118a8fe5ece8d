/** A whole game in Polish and in Hungarian: no screen shows a word that only English has. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { beginning, messages, vocabulary, wordsOf, type Language } from './catalogue.ts'
import { Player } from './player.ts'

withBrowser()

/** Names that are the same in every language: of the project, of languages, of the games as printed, a command. */
const NAMES = ['Kolej', 'kolej verify', 'English', 'Ticket to Ride', 'New York', 'Berlin', 'Nordic Countries']
const KEYS = ['Enter', 'Esc', 'Home', 'End', 'Tab', 'Page Down']

/** Everything that a reader sees or hears on the page. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const parent = node.parentElement!
        if (!parent.closest('script, style, noscript') && (parent.tagName === 'OPTION' || parent.checkVisibility()))
          all.push(node.data)
      } else if (node instanceof Element && node.checkVisibility())
        for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'])
          all.push(node.getAttribute(name) ?? '')
      if (node instanceof HTMLInputElement && node.type === 'text' && node.checkVisibility()) all.push(node.value)
    }
    return all.map((text) => text.trim()).filter(Boolean)
  })
}

/** The texts that have a word which only English has. Cities are named as on the boards. */
async function foreign(page: Page, language: Language, seen: Map<string, string>, editions: string[]) {
  const cities = await page.evaluate(async (ids) => {
    const names: string[] = []
    for (const id of ids) {
      const edition = (await (await fetch(`/api/editions/${id}`)).json()) as { cities: { name: string }[] }
      names.push(...edition.cities.map(({ name }) => name))
    }
    return names
  }, editions)
  const [native, names] = [vocabulary(language), new Set(wordsOf([...NAMES, ...KEYS, ...cities].join(' ')))]
  const english = new Set([...vocabulary('en')].filter((word) => !native.has(word) && !names.has(word)))
  return [...seen].flatMap(([text, screen]) => {
    const words = wordsOf(text).filter((word) => english.has(word))
    return words.length > 0 ? [`${screen}: “${text}” has ${words.join(', ')}`] : []
  })
}

test.each<Language>(['pl', 'hu'])(
  'a whole game without a word of English: %s',
  { timeout: 300_000 },
  async (language) => {
    const { page } = await visit(inject('address'), { language })
    const player = new Player(page, language)
    const says = (...keys: string[]) => player.says(...keys)
    page.setDefaultTimeout(15_000)
    const here = messages(language)
    const seen = new Map<string, string>()
    const screens: string[] = []
    const look = async (screen: string) => {
      if (!screens.includes(screen)) screens.push(screen)
      for (const text of await shown(page)) if (!seen.has(text)) seen.set(text, screen)
    }
    const button = (...keys: string[]) => page.getByRole('button', { name: says(...keys) })

    await page.goto('/')
    await page.getByRole('link', { name: here['edition.new_york.name'] }).waitFor()
    await look('home')
    await page.getByRole('button', { name: here['lobby.account'] }).click()
    await look('account')
    await page.keyboard.press('Escape')

    // A guest without a name, and a table with a seat for another: every setting is offered. Then a bot takes the seat.
    await page.getByRole('link', { name: here['edition.new_york.name'] }).click()
    await page.getByRole('radio', { name: '2', exact: true }).check()
    for (const more of await page.locator('main summary').all()) await more.click()
    const other = page.getByLabel(beginning(language, 'lobby.seat.number'))
    for (const choice of ['expert', 'hard', 'easy']) {
      await other.selectOption(here['lobby.seat.bot'].replace('{level}', here[`level.${choice}`]))
      await look('set-up')
    }
    await page.getByRole('radio', { name: says('lobby.pace.0') }).check()
    await other.selectOption(here['lobby.seat.shared'])
    await look('set-up')
    await other.selectOption(here['lobby.seat.link'])
    await page.getByRole('radio', { name: says('lobby.undo.free') }).check()
    await look('set-up')
    await button('lobby.invite').click()
    await page.getByRole('textbox', { name: says('lobby.link') }).waitFor()
    for (const more of await page.locator('main summary').all()) await more.click()
    await look('waiting room')
    await page.getByLabel(says('lobby.seat.add')).selectOption(here['level.easy'])
    await page.getByLabel(says('lobby.seat.level')).waitFor()
    await look('waiting room')
    await button('lobby.start').click()

    await player.due()
    await look('first tickets')
    await button('table.settings').click()
    await look('settings')
    await page.keyboard.press('Escape')
    await button('table.help').click()
    for (const part of ['legend', 'rules', 'keys']) {
      await page.getByRole('tab', { name: says(`table.help.${part}`) }).click()
      await page.waitForLoadState('networkidle')
      await look('help')
    }
    await page.keyboard.press('Escape')
    await button('table.early').click()
    await look('end early')
    await button('table.early.play').click()

    let last = false
    for (let moves = 0; ; moves += 1) {
      const due = await player.due()
      await look('table')
      if (due === 'over') break
      if (moves === 1) {
        await page.getByRole('textbox', { name: says('table.chat') }).fill('1, 2, 3')
        await page.keyboard.press('Enter')
        await page.getByRole('log').getByText('1, 2, 3').waitFor()
        await look('chat')
      }
      if (due === 'turn' && moves > 0 && moves < 4) {
        const closed = player.board.getByRole('button', { name: new RegExp(`, ${here['board.open']}$`) }).first()
        await player.clickRoute(closed)
        await page.getByText(says('table.rule')).waitFor()
        await look('refusal')
      }
      if (due === 'turn' && moves > 3 && moves < 8) {
        await page.getByRole('button', { name: says('table.draw.tickets.label') }).click()
        await player.dialog.waitFor()
        await look('draw tickets')
        await page.keyboard.press('Escape')
      }
      // The final count is shown only to readers who like motion.
      if (!last && (await page.getByText(says('table.last', 'table.last.coming')).count()) > 0) {
        last = true
        await page.emulateMedia({ reducedMotion: 'no-preference' })
      }
      await player.decide(due)
    }
    const next = button('end.reveal.next')
    while (!(await player.result.isVisible())) {
      await look('final count')
      if (await next.isVisible()) await next.click({ timeout: 2000 }).catch(() => undefined)
      await pause(20)
    }
    for (const part of ['result', 'recount', 'stats', 'log']) {
      await page.getByRole('tab', { name: says(`end.part.${part}`) }).click()
      for (const more of await player.result.locator('summary').all()) await more.click()
      await look('result')
    }
    await button('end.replay').click()
    await page.getByRole('group', { name: says('replay.title') }).waitFor()
    await look('replay')
    await button('replay.result').click()

    // The rematch begins at once. It is given up in the list of tables.
    await button('end.rematch').click()
    await expect.poll(() => player.due(), { timeout: 20_000 }).toBe('tickets')
    await page.goto('/')
    const mine = page.getByRole('region', { name: says('lobby.mine') })
    await mine.getByRole('listitem').nth(1).waitFor()
    for (const more of await mine.locator('summary').all()) await more.click()
    await look('my tables')
    for (const action of ['leave', 'delete']) {
      await mine
        .getByRole('button', { name: says(`mine.${action}`) })
        .first()
        .click()
      await look('my tables')
    }
    await mine.getByRole('button', { name: says('mine.resign') }).click()
    await mine.getByRole('button', { name: says('mine.resign.sure') }).click()
    await mine.getByText(says('end.early.resignation')).waitFor()
    await look('my tables')

    for (const address of ['/rules', '/rules/europe']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await look('rules')
    }

    expect(await foreign(page, language, seen, ['new_york', 'europe'])).toEqual([])
    expect(seen.size).toBeGreaterThan(500)
    expect(screens).toEqual([
      'home',
      'account',
      'set-up',
      'waiting room',
      'first tickets',
      'settings',
      'help',
      'end early',
      'table',
      'chat',
      'refusal',
      'draw tickets',
      'final count',
      'result',
      'replay',
      'my tables',
      'rules',
    ])
  },
)

test.each<Language>(['pl', 'hu'])('the prompts of the other boards without a word of English: %s', async (language) => {
  const { page } = await visit(inject('address'), { language, token: inject('token') })
  const player = new Player(page, language)
  const here = messages(language)
  const seen = new Map<string, string>()
  const look = async (screen: string) => {
    for (const text of await shown(page)) if (!seen.has(text)) seen.set(text, screen)
  }
  // Nothing is claimed at once: nobody acts at these tables, except that a tunnel is begun.
  await page.addInitScript(() => localStorage.setItem('kolej.prefs', JSON.stringify({ confirm: 'always' })))
  const open = async (code: string) => {
    await page.goto(`/t/${code}`)
    await player.mine.waitFor()
    return inject('tables')[code]
  }

  for (const code of ['SAYSUB', 'SAYBUL', 'SAYSTN']) {
    const { route } = await open(code)
    await page.mouse.move(...(await player.middleOf(player.route(route!))))
    await page.getByRole('tooltip').waitFor()
    await look(`the tip of ${code}`)
    await player.clickRoute(player.route(route!))
    await player.dialog.waitFor()
    await look(`the prompt of ${code}`)
  }
  // Part of a payment with stand-ins.
  await player.dialog
    .getByRole('button', { name: player.says('table.stand-ins.add') })
    .first()
    .click()
  await player.dialog.getByText(player.says('table.stand-ins.so-far', 'table.stand-ins.whole')).waitFor()
  await look('stand-ins')

  const { city } = await open('SAYHSE')
  await page.getByRole('button', { name: player.says('table.draw.build.label') }).click()
  await look('building a station')
  await player.clickCity(city!)
  await player.dialog.waitFor()
  for (const more of await player.dialog.locator('summary').all()) await more.click()
  await look('a station')

  const { route, color } = await open('SAYTUN')
  if ((await player.due()) === 'turn') {
    const tunnel = player.route(route!)
    await player.clickRoute(tunnel)
    await player.dialog.waitFor()
    await look('a tunnel')
    await player.page.keyboard.press('Escape')
    await player.claim(tunnel, here[`board.color.${color}`])
  }
  expect(await player.due()).toBe('tunnel')
  await look('what a tunnel costs more')

  await open('SAYENL')
  await player.result.getByText(player.says('end.stations')).click()
  await look('the choice of stations')
  await player.result.getByRole('tab', { name: here['end.part.recount'] }).click()
  await look('the recount of stations')
  expect(await foreign(page, language, seen, ['berlin', 'japan', 'nordic', 'europe'])).toEqual([])
})
