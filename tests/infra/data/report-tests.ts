import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { chromium } from 'playwright-core';
import { questions } from '../../../infra/data/questions/all.ts';
import { reportPage } from '../../../infra/data/report/page.ts';
import { reportOf } from '../../../infra/data/report/report.ts';
import { axe } from '../../support/dashboard.ts';
import type { MadeYear } from './made-year.ts';

/** The page of a made year, and a browser to open it in. */
export async function openReport({ year, root }: MadeYear) {
  const html = await reportOf(year.folder);
  const file = path.join(root, 'report.html');
  writeFileSync(file, html);
  const executablePath = process.env.CHROMIUM;
  if (executablePath === undefined) throw new Error('CHROMIUM names no browser: npm test sees to one');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return { html, file, browser };
}

/** The report opens by itself: no script, no call to anywhere, readable with and without eyes, and on paper. */
export function reportTests(
  { year }: MadeYear,
  { html, file, browser }: Awaited<ReturnType<typeof openReport>>,
): void {
  test('the same extract gives the same page', async (t) => {
    t.is(await reportOf(year.folder), html);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a browser shows it without an error, a call or a fault of access (${colorScheme})`, async (t) => {
      const page = await browser.newPage({ colorScheme });
      const said: string[] = [];
      const asked: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(error.message));
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      t.deepEqual(said, []);
      t.deepEqual(asked, [pathToFileURL(file).href]);
      t.deepEqual(await axe(page), []);
      await page.close();
    });
  }

  test('each question has its text, and its rows as a table, without JavaScript', async (t) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    t.is(await page.locator('main h3').count(), questions.length);
    for (const { name, asks, chart } of questions) {
      const part = page.locator(`section[aria-labelledby="${name.replaceAll('_', '-')}"]`);
      t.is(await part.locator('h3').innerText(), asks);
      const hasRows = (await part.locator('table').count()) === 1;
      t.true(hasRows || (await part.innerText()).includes('There are no rows.'), name);
      t.is(await part.locator('svg[role="img"] > title').count(), hasRows && chart ? 1 : 0, name);
    }
    await context.close();
  });

  test('it prints on several pages, without what only a screen can use', async (t) => {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    const pdf = await page.pdf({ format: 'A4' });
    t.true(Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]) >= 5);
    await page.emulateMedia({ media: 'print' });
    t.false(await page.locator('nav').isVisible());
    t.false(await page.locator('details').first().isVisible());
    await page.close();
  });

  test('codes of a catalogue stand in it as text', (t) => {
    const [question] = questions;
    if (question === undefined) return t.fail();
    const answer = { columns: ['stage', 'sessions', 'share'], rows: [['<img src=x>', 1, 1]] };
    const page = reportPage(year.statement, [{ title: 'a & b', answered: [{ question, answer }] }]);
    t.false(page.includes('<img'));
    t.true(page.includes('<h2>a &amp; b</h2>'));
  });

  test('a question without its datasets says which are missing', (t) => {
    const [question] = questions;
    if (question === undefined) return t.fail();
    const page = reportPage(year.statement, [
      { title: 'a', answered: [{ question, missing: ['sessions'] }] },
    ]);
    t.true(page.includes('The extract does not hold <code>sessions</code>.'));
  });
}
