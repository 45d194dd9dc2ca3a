// Runs in the reader's browser: languages, copying, the contents. The page can be read without it.
const root = document.documentElement;

/** Samples call the address that the page came from, unless the description names another. */
for (const host of document.querySelectorAll('.host')) host.textContent = location.origin;

function chooseLanguage(language) {
  root.dataset.language = language;
  for (const button of document.querySelectorAll('button[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/** Not every page may write to the clipboard: where this one may not, the text is selected instead. */
async function copy(button) {
  const shown = [...button.closest('figure').querySelectorAll('pre')].find(
    (pre) => pre.offsetParent !== null,
  );
  try {
    await navigator.clipboard.writeText(shown.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(shown);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.language) {
    // Samples of another length would move what was clicked.
    const { top } = button.getBoundingClientRect();
    chooseLanguage(button.dataset.language);
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
  }
  if (button?.matches('.copy')) void copy(button);
});

const contents = document.getElementById('contents');
const narrow = matchMedia('(max-width: 60rem)');
const foldContents = () => (contents.open = !narrow.matches);
narrow.addEventListener('change', foldContents);
foldContents();
contents.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) contents.open = false;
});

document.getElementById('filter').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of contents.querySelectorAll('li[data-words]'))
    entry.hidden = !words.every((word) => entry.dataset.words.includes(word));
  for (const section of contents.querySelectorAll('section'))
    section.hidden = words.length > 0 && !section.querySelector('li[data-words]:not([hidden])');
});

/** Marks in the contents which operation is read: the first that reaches into the upper third of the window. */
const links = new Map([...contents.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
const inSight = new Set();
let current = null;
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? 'add' : 'delete'](target.id);
    const [first] = [...inSight].map((id) => links.get(id)).filter(Boolean);
    if (!first || first === current) return;
    current?.removeAttribute('aria-current');
    first.setAttribute('aria-current', 'true');
    current = first;
    // Only the list may scroll: scrollIntoView would move the page as well.
    const box = contents.parentElement;
    const { top, bottom } = first.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 3;
  },
  { rootMargin: '-15% 0px -70% 0px' },
);
for (const section of document.querySelectorAll('.operation')) watch.observe(section);
