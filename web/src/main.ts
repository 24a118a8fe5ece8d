import './looks/theme.css'
import './looks/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { preferences } from './browser/preferences.svelte'
import { loadLanguage } from './i18n/translate.svelte'

// The language first, so that no text flashes in another one; a page in English is better than none.
await loadLanguage(preferences.language).catch(() => loadLanguage((preferences.language = 'en')))

mount(App, { target: document.getElementById('app')! })
