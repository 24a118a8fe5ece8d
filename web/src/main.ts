import './looks/theme.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { prefs } from './lib/prefs.svelte'
import { speak } from './lib/words.svelte'

// Words first, so that no page flashes in another language; but a page in English beats none.
await speak(prefs.language).catch(() => undefined)

mount(App, { target: document.getElementById('app')! })
