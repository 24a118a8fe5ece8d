// Runs before anything is drawn, so that a page that is to be dark never flashes white.
try {
  const prefs = JSON.parse(localStorage.getItem('kolej.prefs') ?? '{}')
  if (prefs.theme === 'light' || prefs.theme === 'dark') document.documentElement.dataset.theme = prefs.theme
} catch {
  // Whoever keeps nothing gets what the system says.
}
