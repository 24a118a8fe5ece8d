/** Loads the English texts before the tests of a file, as `main.ts` does before the page is shown. */
import { loadLanguage } from '../src/i18n/translate.svelte'

await loadLanguage('en')
