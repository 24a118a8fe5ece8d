// Runs before anything is drawn, so that a dark page never flashes white.
try {
  const prefs = JSON.parse(localStorage.getItem('kolej.prefs') ?? '{}')
  if (prefs.theme === 'light' || prefs.theme === 'dark') document.documentElement.dataset.theme = prefs.theme
} catch {
  // Without storage the system's theme counts.
}
