/** Notices of a player's turn while the page is hidden: a star in the title, another icon, a browser notification. */
import { addressOf } from './prefix'

const STAR = '★ '

let begun = false

/** Shows or removes the star and the icon. */
export function showTurn(mine: boolean): void {
  document.title = (mine ? STAR : '') + document.title.replace(STAR, '')
  const icon = document.getElementById('icon') as HTMLLinkElement | null
  if (icon) icon.href = addressOf(mine ? '/favicon-turn.svg' : '/favicon.svg')
  if (!mine) begun = false
}

/** Shows a browser notification, once a turn, if the page is hidden and the user has allowed it. */
export function notify(text: string): void {
  const wanted = !begun && document.hidden && 'Notification' in window && Notification.permission === 'granted'
  begun = true
  if (!wanted) return
  try {
    const notice = new Notification('Kolej', { body: text, icon: addressOf('/favicon-turn.svg'), tag: 'kolej-turn' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Some mobile browsers have the constructor but throw when it is called.
  }
}

/** Asks the user for permission to show notifications; call it from a click. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Sets the title of the tab; the star stays. */
export function setTitle(text: string): void {
  document.title = (document.title.startsWith(STAR) ? STAR : '') + (text ? `${text} · Kolej` : 'Kolej')
}
