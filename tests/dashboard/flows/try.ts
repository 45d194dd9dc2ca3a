import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import type { Locator, Page } from 'playwright-core';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { clientOf } from '../../support/api.ts';
import { PHONE } from '../../support/dashboard.ts';
import type { Flows } from '../flow.ts';

const STORY = "It throbs on one side since yesterday, I can't bear light. No fever.";
const MORE = "Now my neck is stiff and I'm confused.";

/** With SCREENSHOTS=1 the page with an interview is kept as pictures, to be looked at. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  const folder = path.join(projectRoot, 'build/screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `try-${name}.png`), fullPage: true });
}

async function copied(page: Page, label: string): Promise<string> {
  await page.getByRole('tab', { name: label }).click();
  await page.getByRole('button', { name: `Copy ${label}` }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** What a shell would send with the script: the bodies that curl is given. */
function bodiesOf(script: string): unknown[] {
  const stubs = `curl() { printf '%s\\0' "$@" >&3; }\njq() { cat; }\n`;
  const { output } = spawnSync('bash', ['-c', stubs + script], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const words = String(output[3]).split('\0');
  return words.flatMap((word, index) => (words[index - 1] === '-d' ? [JSON.parse(word) as unknown] : []));
}

/** Runs a program as it was copied, with a key in place of the placeholder. */
async function run(program: string, key: string): Promise<void> {
  const client = pathToFileURL(path.join(projectRoot, 'build/client/client.js')).href;
  const { code } = transformSync(
    program.replace('clinical-triage-client', client).replace('svc_test_…', key),
    {
      loader: 'ts',
      format: 'esm',
    },
  );
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
}

const storage = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );

export const flows: Flows = [
  {
    title:
      'an interview with keys, own words and a red flag, back in time, to its summary, its calls and a new start',
    run: async (t, { visit, newTeam, api, baseUrl }) => {
      const { developer } = await newTeam('developer');
      const { page, open, isAccessible, end } = await visit({ as: developer });
      const press = (key: string): Promise<void> => page.keyboard.press(key);
      await open('/try');
      await page.getByLabel('Chief complaint').focus();
      await press('Enter');
      await page.getByText('Fill in this field.').waitFor();
      await page.keyboard.type('headache');
      await page.getByLabel('Age in years').fill('34');
      await page.getByLabel('Sex').selectOption('female');
      await page.getByLabel(/^In the patient’s own words/).fill(STORY);
      await page.getByRole('button', { name: 'Begin' }).press('Enter');

      const patient = page.getByRole('region', { name: 'The patient' });
      const question = patient.getByRole('heading', { level: 2 });
      const isQuestion = (number: number): Promise<void> =>
        patient.getByText(`Question ${number}`, { exact: true }).waitFor();
      await isQuestion(1);
      const mark = (text: string): Locator => page.locator('mark', { hasText: text });
      await mark('fever (Fever: absent)').waitFor();
      t.is(await mark('fever (Fever: absent)').getAttribute('data-status'), 'absent');
      t.is(await mark('headache (Headache: present').getAttribute('data-status'), 'present');
      await page.getByText('Fever: absent · 95% sure').waitFor();
      t.false(await patient.getByText('ambulance').isVisible());
      await picture(page, 'question-light-wide');

      // Without a mouse: the answer, then the next question has the keyboard.
      const first = await question.innerText();
      await patient.getByRole('button', { name: 'No', exact: true }).press('Enter');
      await isQuestion(2);
      t.is(await page.evaluate(() => document.activeElement?.textContent), await question.innerText());
      await page.getByText('Answer: No').waitFor();
      await page.getByRole('heading', { level: 3, name: first }).waitFor();
      await press('Tab');
      t.is(await page.evaluate(() => document.activeElement?.textContent), 'Yes');
      await patient.getByRole('button', { name: 'Answer in own words instead' }).press('Enter');
      await page.keyboard.type('no, not at all');
      await patient.getByRole('button', { name: 'Continue' }).press('Enter');
      await isQuestion(3);
      await page.locator('blockquote', { hasText: 'no, not at all' }).waitFor();
      await patient.getByRole('button', { name: 'Skip' }).press('Enter');
      await isQuestion(4);
      await page.getByText('Answer: skipped').waitFor();

      await patient.getByLabel('Anything else?').fill(MORE);
      await patient.getByRole('button', { name: 'Tell' }).press('Enter');
      await patient.getByText('Thank you, we have noted it.').waitFor();
      const flags = page
        .locator('section', { has: page.getByRole('heading', { name: 'Red flags' }) })
        .getByRole('listitem');
      await flags.filter({ hasText: 'new' }).first().waitFor();
      await patient.getByRole('alert').getByText('now').waitFor();
      await isAccessible(t);
      await picture(page, 'flag-light-wide');

      const aside = page.getByRole('tablist', { name: 'What the service thinks' });
      await aside.getByRole('tab', { name: 'Why' }).press('Enter');
      await page
        .getByText(/^Source: /)
        .first()
        .waitFor();
      await page.locator('details').first().locator('summary').press('Enter');
      await page.getByText('Speaks for it').first().waitFor();
      await isAccessible(t);
      await picture(page, 'why-light-wide');
      await aside.getByRole('tab', { name: 'Assessment' }).press('Enter');

      await page.getByRole('slider', { name: 'Step' }).press('Home');
      await page.getByText('As of step 1 of 5').waitFor();
      await page.getByText('No red flag so far.').waitFor();
      const asked = page.locator('dd', { hasText: first });
      await asked.waitFor();
      t.is(await asked.count(), 1, 'the state then had this question');
      await isAccessible(t);
      await picture(page, 'past-light-wide');
      await page.getByRole('button', { name: 'Back to now' }).press('Enter');
      await flags.first().waitFor();

      await page.getByRole('button', { name: 'Finish the interview' }).press('Enter');
      await page.getByRole('heading', { level: 2, name: 'Clinical summary' }).waitFor();
      t.regex(await page.locator('article[lang="en"]').innerText(), /34-year-old woman/);
      t.regex(await page.locator('article[lang="cs"]').innerText(), /34letá žena/);
      await isAccessible(t);
      await picture(page, 'summary-light-wide');
      await page.emulateMedia({ media: 'print' });
      t.true(await page.locator('article[lang="cs"]').isVisible());
      for (const hidden of ['Start again', 'Print', 'Copy curl'])
        t.false(await page.getByRole('button', { name: hidden }).isVisible(), hidden);
      await picture(page, 'paper');
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate('window.print = () => { document.body.dataset.printed = "1"; }');
      await page.getByRole('button', { name: 'Print' }).click();
      t.is(await page.getAttribute('body', 'data-printed'), '1');

      const bodies = bodiesOf(await copied(page, 'curl')) as Record<string, unknown>[];
      t.deepEqual(bodies[0], { chief_complaint: 'headache', sex: 'female', age: 34, free_text: STORY });
      t.deepEqual(bodies.at(-1), { question_id: 'additional', raw_text: MORE });
      t.is(bodies.length, 5);
      const key = await api.newKey(developer.tenantId, { test: true });
      await run(await copied(page, 'TypeScript'), key);
      const { body } = await clientOf(baseUrl, key)('GET', '/v1/sessions');
      const { data } = body as { data: Record<string, unknown>[] };
      t.deepEqual(
        data.map(({ status, chief_complaint, questions_asked }) => [
          status,
          chief_complaint,
          questions_asked,
        ]),
        [
          ['finalized', 'headache', 3],
          ['finalized', 'headache', 3],
        ],
        'both are test sessions: the one of the page, and that of its calls',
      );
      t.is(page.url(), `${baseUrl}/try`);
      t.is(await page.title(), 'Try it · Clinical Triage');
      t.notRegex(await storage(page), /headache|throbs|stiff|fever/i);

      await page.getByRole('button', { name: 'Start again' }).press('Enter');
      await page.getByRole('button', { name: 'Begin' }).waitFor();
      t.false((await page.content()).includes('stiff'));
      await page.getByRole('button', { name: 'Headache' }).press('Enter');
      await page.getByRole('button', { name: 'Begin' }).press('Enter');
      await page.getByText('Step 1 of 1').waitFor();
      await end(t);
    },
  },
  {
    title: 'each kind of answer in Czech on a phone, from an English page',
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner, viewport: PHONE, theme: 'dark' });
      await open('/try');
      await page.getByLabel('Language of the interview').selectOption('cs');
      await page.getByRole('button', { name: 'Bolest břicha' }).click();
      t.is(await page.getByLabel('Chief complaint').inputValue(), 'bolí mě břicho');
      await page.getByLabel(/^In the patient’s own words/).fill('');
      await page.getByRole('button', { name: 'Begin' }).click();

      const patient = page.locator('section[lang="cs"]');
      // Told from one another by their words, the rarest first.
      const answers: Record<string, () => Promise<void>> = {
        'vpravo dole': async () => {
          await isAccessible(t);
          await picture(page, 'choice-dark-phone');
          await patient.getByRole('button', { name: 'vpravo dole' }).click();
          await page.getByText(/^Answer: right lower|^Answer: lower right/i).waitFor();
        },
        'Vaše odpověď': async () => {
          await patient.getByLabel('Vaše odpověď').fill('Bolí to celý den.');
          await patient.getByRole('button', { name: 'Pokračovat' }).click();
        },
        Jednotka: async () => {
          await patient.getByLabel('Hodnota').fill('2');
          await patient.getByLabel('Jednotka').selectOption('day');
          await patient.getByRole('button', { name: 'Pokračovat' }).click();
          await page.getByText('Answer: 48 h').waitFor();
        },
        Hodnota: async () => {
          await patient.getByLabel('Hodnota').fill('11');
          await patient.getByRole('button', { name: 'Pokračovat' }).click();
          t.false(
            await patient.getByLabel('Hodnota').evaluate((input: HTMLInputElement) => input.validity.valid),
          );
          await patient.getByLabel('Hodnota').fill('4');
          await patient.getByRole('button', { name: 'Pokračovat' }).click();
          await page.getByText('Answer: 4 /10').waitFor();
        },
        Nevím: () => patient.getByRole('button', { name: 'Ne', exact: true }).click(),
      };
      const seen = new Set<string>();
      for (let number = 1; number <= 20 && seen.size < Object.keys(answers).length; number += 1) {
        await patient.getByText(`Otázka ${number}`, { exact: true }).waitFor();
        const text = (await patient.innerText()).toLowerCase();
        const kind = Object.keys(answers).find((each) => text.includes(each.toLowerCase())) ?? '';
        seen.add(kind);
        await answers[kind]?.();
      }
      t.deepEqual([...seen].sort(), Object.keys(answers).sort());
      await isAccessible(t);
      t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits');
      await picture(page, 'course-dark-phone');
      await end(t);
    },
  },
  {
    title:
      'a call that fails can be sent again, a full house says when a place comes free, a viewer may not try',
    run: async (t, { visit, api, newMember, newTeam }) => {
      const tenantId = await api.newTenant({ tier: 'free_trial' });
      const owner = await newMember({ tenantId });
      const { page, open, end } = await visit({ as: owner, expects: [429, 503] });
      await open('/try');
      await page.getByRole('button', { name: 'Headache' }).click();
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Question 1', { exact: true }).waitFor();
      const keys: (string | undefined)[] = [];
      await page.route('**/answer', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        const error = { code: 'service_unavailable', message: 'away', request_id: 'req-away' };
        return route.fulfill({ status: 503, json: { error } });
      });
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await page.getByText('req-away').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Question 2', { exact: true }).waitFor();
      t.is(keys[0], keys[1], 'the same wish, with the same key');

      const client = clientOf(api.baseUrl, await api.newKey(tenantId, { test: true }));
      for (let more = 0; more < 4; more += 1)
        await client('POST', '/v1/sessions', { chief_complaint: 'cough' });
      await page.getByRole('button', { name: 'Start again' }).click();
      await page.getByLabel('Chief complaint').fill('my very own words');
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('5 test interviews are open').waitFor();
      t.is(
        await page.getByLabel('Chief complaint').inputValue(),
        'my very own words',
        'nothing typed is lost',
      );
      await end(t);

      const { viewer } = await newTeam('viewer');
      const other = await visit({ as: viewer });
      await other.open('/try');
      await other.page.getByText('sessions:write').waitFor();
      t.is(await other.page.getByRole('link', { name: 'Try it' }).count(), 0);
      await other.end(t);
    },
  },
];
