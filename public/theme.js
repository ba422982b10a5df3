// Decides light or dark before the first paint: the choice kept under `theme`, else what the system prefers.
(() => {
  let choice = null;
  try {
    choice = window.localStorage.getItem('theme');
  } catch {
    // Storage can be forbidden; the system's preference still holds.
  }
  const dark = choice ? choice === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
