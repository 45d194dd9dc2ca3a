import test, { type ExecutionContext } from 'ava';
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { startApi } from '../support/api.ts';
import { newIp } from '../support/browser.ts';

/** The page of the interface in a real browser, against both APIs: `npm run drill` finds or installs Chromium. */
const executablePath = process.env.CHROMIUM;
if (executablePath === undefined) throw new Error('CHROMIUM names no browser: use npm run drill');
const api = await startApi();
const key = await api.newKey(await api.newTenant(), { test: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
test.after.always(async () => {
  await browser.close();
  await api.stop();
});

const DOCS = `${api.baseUrl}/v1/docs`;
/** Each has an address of its own: calls without a key are limited for each address. */
const newContext = (options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ ...options, extraHTTPHeaders: { 'x-forwarded-for': newIp() } });

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Opens the page; whatever the browser refuses or complains of ends in `faults`, and so does a call elsewhere. */
async function openPage(viewport = WIDE, url = DOCS) {
  const context = await newContext({ viewport });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(api.baseUrl)) faults.push(request.url());
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** Sends an operation from its form as it stands, and returns its status and body. */
async function send(page: Page, id: string): Promise<{ status: string; body: string }> {
  const form = page.locator(`#${id} .try`);
  if ((await form.getAttribute('open')) === null) await form.locator('summary').first().click();
  await form.locator('[type="submit"]').click();
  const reply = form.locator('.reply');
  await reply.locator('.status').waitFor();
  return {
    status: (await reply.locator('.status').textContent()) ?? '',
    body: (await reply.locator('> pre').textContent()) ?? '',
  };
}

test.serial('the first operation can be read within 1.5 s', async (t) => {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const context = await newContext({ viewport: WIDE });
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(DOCS, { waitUntil: 'commit' });
    await page.locator('#getAccount .try summary').waitFor();
    times.push(performance.now() - startedAt);
    await context.close();
  }
  const [, median = 0] = times.toSorted((one, other) => one - other);
  t.log(`${Math.round(median)} ms`);
  t.true(median < 1500);
});

test.serial('an interview can be held from the page, without an edit but the key', async (t) => {
  const { page, faults, close } = await openPage();
  t.is(await page.evaluate(() => document.activeElement?.id), 'key');
  await page.keyboard.type(key);
  const account = await send(page, 'getAccount');
  t.is(account.status, '200');
  const steps: [id: string, status: string][] = [
    ['createSession', '201'],
    ['answerQuestion', '200'],
    ['routeText', '200'],
    ['getSessionState', '200'],
    ['getSessionResults', '200'],
    ['finalizeSession', '200'],
  ];
  for (const [id, status] of steps) {
    const answer = await send(page, id);
    t.is(answer.status, status, `${id}: ${answer.body.slice(0, 400)}`);
  }
  t.deepEqual(faults, []);
  await close();
});

const statusOfAccount = async (page: Page): Promise<string> => (await send(page, 'getAccount')).status;

test.serial('the key is in its box and nowhere else, and gone after a reload', async (t) => {
  const { page, close } = await openPage();
  await page.locator('#key').fill(key);
  t.is(await statusOfAccount(page), '200');
  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    html: document.documentElement.outerHTML,
  }));
  t.false(JSON.stringify(kept).includes(key));
  t.false(page.url().includes(key));
  await page.reload();
  t.is(await page.locator('#key').inputValue(), '');
  t.is(await statusOfAccount(page), '401');
  await close();
});

test.serial('a live key is pointed out, and asks before it changes something', async (t) => {
  const { page, close } = await openPage();
  await page.locator('#key').fill('svc_live_not_a_key');
  t.regex((await page.locator('#key-state').textContent()) ?? '', /live key/);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator('#createSession .try > summary').click();
  await page.locator('#createSession [type="submit"]').click();
  t.deepEqual(asked, ['POST /v1/sessions with a LIVE key?']);
  t.false(await page.locator('#createSession .reply').isVisible());
  t.is(await statusOfAccount(page), '401', 'a read needs no question');
  t.is(asked.length, 1);
  await close();
});

test.serial('the keyboard reaches a call, and samples change their language all at once', async (t) => {
  const { page, faults, close } = await openPage();
  const python = page.locator('#createSession button[data-language="python"]');
  await python.focus();
  await page.keyboard.press('Enter');
  t.is(await python.getAttribute('aria-pressed'), 'true');
  for (const id of ['createSession', 'answerQuestion']) {
    const shown = page.locator(`#${id} .samples pre:visible`);
    t.is(await shown.count(), 1, id);
    const code = (await shown.textContent()) ?? '';
    t.true(code.startsWith('import requests'), code);
    t.true(code.includes(api.baseUrl), 'samples call where the page came from');
  }
  await page.locator('#getAccount .try > summary').focus();
  await page.keyboard.press('Enter');
  t.true(await page.locator('#getAccount [type="submit"]').isVisible());
  await page.locator('#filter').fill('delete erasesession');
  t.deepEqual(await page.locator('#contents li[data-words]:visible a').evaluateAll(hashes), [
    '#eraseSession',
  ]);
  t.deepEqual(faults, []);
  await close();
});

const hashes = (links: Element[]): string[] => links.map((link) => (link as HTMLAnchorElement).hash);

/** How far the content reaches out of the window; what has its own scroll bar does not count. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.serial('a phone shows everything within its width, folded and unfolded', async (t) => {
  const { page, faults, close } = await openPage(PHONE, `${DOCS}#answerQuestion`);
  t.is(await overflowOf(page), 0);
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
    // Else what is out of sight would have no width yet.
    for (const part of document.querySelectorAll<HTMLElement>('.operation, .object'))
      part.style.contentVisibility = 'visible';
  });
  t.is(await overflowOf(page), 0);
  t.deepEqual(faults, []);
  await close();
});

const schemes = ['light', 'dark'] as const;
for (const colorScheme of schemes) {
  test.serial(`text stands out from its ground in ${colorScheme} colours`, async (t) => {
    const context = await newContext({ viewport: WIDE, colorScheme });
    const page = await context.newPage();
    await page.goto(DOCS);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('#createSession details'))
        (part as HTMLDetailsElement).open = true;
    });
    const low = await page.evaluate(lowContrasts);
    await context.close();
    isReadable(t, low);
  });
}

const isReadable = (t: ExecutionContext, low: string[]): void => {
  t.deepEqual(low, []);
};

/** Runs in the page: texts below the 4.5 : 1 of WCAG 2.2 (1.4.3), by their colours and what stands behind them. */
function lowContrasts(): string[] {
  const partsOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const groundOf = (element: Element | null): number[] => {
    if (element === null) return [255, 255, 255];
    const [red = 0, green = 0, blue = 0, alpha = 1] = partsOf(getComputedStyle(element).backgroundColor);
    if (alpha === 1) return [red, green, blue];
    const behind = groundOf(element.parentElement);
    return [red, green, blue].map((part, index) => part * alpha + (behind[index] ?? 0) * (1 - alpha));
  };
  const luminance = (parts: number[]): number => {
    const [red = 0, green = 0, blue = 0] = parts.map((part) => {
      const share = part / 255;
      return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = new Set<string>();
  for (const element of document.querySelectorAll(
    'header *, .contents *, .introduction *, #createSession *',
  )) {
    const hasText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    if (!hasText || element.getClientRects().length === 0) continue;
    const [one, other] = [partsOf(getComputedStyle(element).color), groundOf(element)].map(luminance);
    const [light = 0, dark = 0] = [one ?? 0, other ?? 0].toSorted((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) found.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...found];
}
