// Before the first paint, so that nothing flashes: the theme that was chosen, else the system's, as it changes.
const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? (dark.matches ? 'dark' : 'light');
};
show();
dark.addEventListener('change', show);
