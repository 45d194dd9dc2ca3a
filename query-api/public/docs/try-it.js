// Runs in the reader's browser: sends an operation from its form. The key is read from its box when a call is sent; it is
// put nowhere else, and neither are answers.
const TIMEOUT_MS = 60_000;
/** More would make the page slow; the whole answer is what curl gets. */
const SHOWN_CHARACTERS = 200_000;

const key = document.getElementById('key');
const keyState = document.getElementById('key-state');
const isLive = () => key.value.startsWith('svc_live_');

key.addEventListener('input', () => {
  keyState.textContent = isLive() ? 'This is a live key: calls cost tokens and act on real data.' : '';
});
// A link alone would not put the cursor there.
document.addEventListener('click', (event) => {
  if (!event.target.closest('a[href="#key"]')) return;
  event.preventDefault();
  key.focus();
});
// A page that comes back from the browser's memory comes back without the key.
addEventListener('pagehide', () => (key.value = ''));

/** A value that has not been used before; `crypto.randomUUID` is not there on plain http. */
const freshValue = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The ids that answers have named, so that the next call can use them: of a list those of its first entry. */
const knownIds = new Map();
function remember(value, depth = 0) {
  if (Array.isArray(value)) return remember(value[0], depth);
  if (typeof value !== 'object' || value === null || depth > 2) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && name.endsWith('_id')) knownIds.set(name, inner);
    else remember(inner, depth + 1);
  }
}

/** Fills in what is known where the reader has typed nothing. */
function fillIn(form) {
  for (const input of form.querySelectorAll('[data-in="path"]:not([data-typed])'))
    if (knownIds.has(input.name)) input.value = knownIds.get(input.name);
  const body = form.elements.body;
  if (!body || body.dataset.typed || body.value === '') return;
  const content = JSON.parse(body.value);
  for (const name of Object.keys(content)) if (knownIds.has(name)) content[name] = knownIds.get(name);
  body.value = JSON.stringify(content, null, 2);
}

document.addEventListener('input', ({ target }) => {
  if (target.closest('form.send')) target.dataset.typed = 'yes';
});
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.matches('.try') && target.open) fillIn(target.querySelector('form'));
  },
  true,
);

const csrfToken = () => /(?:^|; )svc_csrf=([^;]*)/.exec(document.cookie)?.[1];

/** The call that a form stands for. */
function callOf(form) {
  const { method, path, key: takesKey, type } = form.dataset;
  const inputs = [...form.querySelectorAll('[data-in]')];
  const given = (place) => inputs.filter((input) => input.dataset.in === place && input.value !== '');
  const values = new Map(given('path').map(({ name, value }) => [name, encodeURIComponent(value)]));
  const query = new URLSearchParams(given('query').map(({ name, value }) => [name, value])).toString();
  const headers = new Headers(given('header').map(({ name, value }) => [name, value]));
  const sendsKey = takesKey === 'yes' && key.value !== '';
  if (sendsKey) headers.set('Authorization', `Bearer ${key.value.trim()}`);
  else if (method !== 'GET' && csrfToken()) headers.set('X-CSRF-Token', csrfToken());
  if (form.elements['Idempotency-Key']?.value === '') headers.set('Idempotency-Key', freshValue());
  const body = form.elements.body?.value.trim();
  if (body) headers.set('Content-Type', type);
  return {
    url: path.replace(/\{([^}]+)\}/g, (_, name) => values.get(name) ?? '') + (query && `?${query}`),
    method,
    headers,
    body: body || undefined,
    // With a key the key alone decides; without one the cookies of a sign-in on this page do.
    credentials: sendsKey ? 'omit' : 'same-origin',
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}

const element = (name, className, ...children) => {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...children);
  return made;
};

/** An answer, or what came instead, as text only. */
function show(reply, { status, good, facts = '', headers = '', text = '' }) {
  const line = element('p', 'name', element('span', `status ${good ? 'good' : 'bad'}`, status), ` ${facts}`);
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}\n… cut here` : text;
  const parts = [line];
  if (headers !== '') {
    const list = element('pre', '', headers);
    list.tabIndex = 0;
    parts.push(element('details', 'child', element('summary', '', 'Headers'), list));
  }
  if (cut !== '') {
    const shown = element('pre', '', cut);
    shown.tabIndex = 0;
    parts.push(shown);
  }
  reply.replaceChildren(...parts);
  reply.hidden = false;
}

function readable(text, type) {
  if (!type.includes('json')) return text;
  try {
    const value = JSON.parse(text);
    remember(value);
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const reply = form.querySelector('.reply');
  const { url, ...call } = callOf(form);
  if (isLive() && call.method !== 'GET' && !confirm(`${call.method} ${url} with a LIVE key?`)) return;
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, call);
    const text = await answer.text();
    const facts = `${Math.round(performance.now() - startedAt)} ms · ${text.length.toLocaleString('en')} characters`;
    const type = answer.headers.get('content-type') ?? '';
    show(reply, {
      status:
        answer.type === 'opaqueredirect' ? 'A redirect, which is not followed here' : `${answer.status}`,
      good: answer.ok,
      facts,
      headers: [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      text: readable(text, type),
    });
  } catch (error) {
    show(reply, { status: 'No answer', good: false, facts: error.message });
  } finally {
    button.disabled = false;
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target);
});
