/** Tells somebody who looks elsewhere that it is their turn: a star in the title, another icon, a notice if wanted. */

const STAR = '★ '

let begun = false

/** Shows or takes back the signs of one's turn. */
export function showTurn(mine: boolean): void {
  document.title = (mine ? STAR : '') + document.title.replace(STAR, '')
  const icon = document.getElementById('icon') as HTMLLinkElement | null
  if (icon) icon.href = mine ? '/favicon-turn.svg' : '/favicon.svg'
  if (!mine) begun = false
}

/** A notice of the browser, once a turn, if the page is hidden and the reader has allowed it. */
export function notify(words: string): void {
  const wanted = !begun && document.hidden && 'Notification' in window && Notification.permission === 'granted'
  begun = true
  if (!wanted) return
  try {
    const notice = new Notification('Kolej', { body: words, icon: '/favicon-turn.svg', tag: 'kolej-turn' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Some browsers on phones have the name and refuse to be called.
  }
}

/** Asks the reader whether notices may be shown; call it from a click. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** The name of the page in the tab; signs of one's turn stay. */
export function title(words: string): void {
  document.title = (document.title.startsWith(STAR) ? STAR : '') + (words ? `${words} · Kolej` : 'Kolej')
}
