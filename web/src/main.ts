import './looks/theme.css'
import './looks/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { prefs } from './browser/preferences.svelte'
import { speak } from './i18n/translate.svelte'

// Words first, so that no page flashes in another language; but a page in English beats none.
await speak(prefs.language).catch(() => undefined)

mount(App, { target: document.getElementById('app')! })
