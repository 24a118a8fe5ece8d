/** A refusal in the reader's language. */
import { Refusal } from '../net/http'
import { has, language, t } from '../i18n/translate.svelte'

/** What to tell the reader: the server's own words in English, which say most; the code's words otherwise. */
export function wordsFor(problem: unknown): string {
  if (!refused(problem)) return t('refused.unexpected')
  const key = `refused.${problem.code}`
  const ours = !has(key) || (language() === 'en' && problem.code !== 'offline')
  return ours ? sentence(problem.reason) : t(key)
}

function refused(problem: unknown): problem is { code: string; reason: string } {
  return problem instanceof Refusal || (typeof problem === 'object' && problem !== null && 'reason' in problem)
}

/** Begun with a capital and ended with a full stop. */
export function sentence(words: string): string {
  const whole = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`
}
