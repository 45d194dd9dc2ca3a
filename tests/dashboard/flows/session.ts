import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../infra/embedded/program.ts';
import type { Client } from '../../support/api.ts';
import { PHONE } from '../../support/dashboard.ts';
import type { Flows } from '../flow.ts';

type State = { session_id: string; current_question: { question_id: string; text: string } | null };

/** A session that was told of, and answered yes to its first questions. */
async function newSession(client: Client, answers: number): Promise<{ id: string; states: State[] }> {
  const told = { chief_complaint: 'chest pain', age: 54, sex: 'male', patient_id: 'CARDIO-2041' };
  const opened = (await client('POST', '/v1/sessions', told)).body as State;
  const states = [opened];
  for (let count = 0; count < answers; count += 1) {
    const body = { question_id: states.at(-1)?.current_question?.question_id, raw_text: 'yes' };
    states.push((await client('POST', `/v1/sessions/${opened.session_id}/answer`, body)).body as State);
  }
  return { id: opened.session_id, states };
}

const questionOf = (states: readonly State[], index: number): string =>
  states[index]?.current_question?.text ?? 'none';

/** What a press of a button has the browser save. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; file: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), file: await download.path() };
}

const choose = async (page: Page, menu: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const verifier = path.join(projectRoot, 'infra/erasure/verify-certificate.mjs');

async function eraseAndKeep(t: ExecutionContext, page: Page, id: string): Promise<void> {
  await choose(page, 'More actions', 'Erase');
  const dialog = page.getByRole('dialog', { name: 'Erase this session?' });
  await dialog.getByRole('textbox').fill('no');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('This has the wrong form.').waitFor();
  await dialog.getByRole('textbox').fill(id.slice(-6));
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('heading', { name: 'The session is erased' }).waitFor();
  await page.getByText('Genuine: the signature fits').waitFor();
  const { name, file } = await saved(page, () =>
    page.getByRole('button', { name: 'Save the certificate' }).click(),
  );
  t.regex(name, /^certificate-[0-9a-f-]{36}\.json$/);
  const { stdout } = await promisify(execFile)(process.execPath, [verifier, file]);
  const proven = JSON.parse(stdout) as { subject: { id: string }; signed_by: string };
  t.is(proven.subject.id, id);
  await page.getByText(proven.signed_by).waitFor();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data protection' }).click();
  await page.getByText(`…${id.slice(-6)}`).waitFor();
  const again = await saved(page, () =>
    page
      .getByRole('button', { name: `Download: ${name.slice('certificate-'.length, -'.json'.length)}` })
      .click(),
  );
  t.is(await readFile(again.file, 'utf8'), await readFile(file, 'utf8'), 'the list has the same');
}

export const flows: Flows = [
  {
    title: 'an owner looks at an earlier revision, rectifies, erases, and keeps the certificate',
    run: async (t, { visit, newTeam, api }) => {
      const { owner } = await newTeam('owner');
      const client = await api.newClient(owner.tenantId, { test: true });
      const { id, states } = await newSession(client, 2);
      const { page, open, isAccessible, end } = await visit({ as: owner, expects: [404] });
      await open('/sessions?mode=test');
      await page.getByRole('link', { name: 'chest pain' }).click();
      await page.getByRole('heading', { name: 'chest pain' }).waitFor();
      await isAccessible(t);

      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await page.getByText(questionOf(states, 0), { exact: true }).waitFor();
      await page.waitForURL(/tab=timeline&revision=0$/);
      await isAccessible(t);
      await open(`/sessions/${id}?tab=timeline&revision=0`);
      await page.getByText(questionOf(states, 0), { exact: true }).waitFor();

      await page.getByRole('tab', { name: 'Evidence' }).click();
      await page.getByRole('cell', { name: 'Present' }).first().waitFor();
      await isAccessible(t);
      await page.getByRole('tab', { name: 'Explanation' }).click();
      await page.getByText('Source:').first().waitFor();
      await isAccessible(t);

      await page.getByRole('button', { name: 'Rectify' }).click();
      await page.getByText('Nothing is destroyed').waitFor();
      await page.getByLabel(questionOf(states, 1)).check();
      await page.getByText('1 recorded result, of revision').waitFor();
      await isAccessible(t);
      await page.getByRole('button', { name: 'Rectify and destroy' }).click();
      await page.getByText('The session is rectified.').first().waitFor();
      const { body } = await client('GET', `/v1/sessions/${id}/history`);
      const { events } = body as { events: { type: string; data: { destroyed_keys?: string[] } }[] };
      const destroyed = events.find(({ type }) => type === 'session-rectified')?.data.destroyed_keys;
      t.is(destroyed?.length, 2, 'the answer and the one result that were shown');

      await eraseAndKeep(t, page, id);
      await isAccessible(t);
      t.is((await client('GET', `/v1/sessions/${id}`)).status, 404);
      await open(`/sessions/${id}`);
      await page.getByRole('heading', { name: 'This session is not here' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'a finished session has its summary, takes feedback, is exported, and is held',
    run: async (t, { visit, newTeam, api }) => {
      const { owner, viewer } = await newTeam('owner', 'viewer');
      const client = await api.newClient(owner.tenantId, { test: true });
      const { id } = await newSession(client, 1);
      await client('POST', `/v1/sessions/${id}/finalize`, {});
      const { page, open, isAccessible, end } = await visit({ as: owner });
      await open(`/sessions/${id}?tab=summary`);
      await page.getByRole('heading', { name: 'When to seek care sooner' }).waitFor();
      await isAccessible(t);
      await page.getByRole('button', { name: 'Give feedback' }).click();
      await page.getByLabel('Partly right').check();
      await page.getByLabel('Its ICD-10 code').fill('I20.9');
      await page.getByRole('button', { name: 'Save feedback' }).click();
      await page.getByText('The feedback is saved.').first().waitFor();
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.getByText('I20.9').first().waitFor();

      const fhir = await saved(page, () => choose(page, 'Export', 'Record as FHIR R4'));
      const bundle = JSON.parse(await readFile(fhir.file, 'utf8')) as { resourceType: string };
      t.is(bundle.resourceType, 'Bundle');
      t.false(page.url().includes('CARDIO'));
      await page.emulateMedia({ media: 'print' });
      t.true(await page.getByRole('heading', { name: 'When to seek care sooner' }).isVisible());
      t.false(await page.getByRole('tablist').isVisible());
      await page.emulateMedia({ media: 'screen' });

      await choose(page, 'More actions', 'Place a legal hold');
      await page.getByLabel('Why it must be kept').fill('court order 12');
      await page.getByRole('button', { name: 'Place the hold' }).click();
      await page.getByText('The legal hold is placed.').first().waitFor();
      await choose(page, 'More actions', 'Erase');
      await page.getByText('A legal hold stands').waitFor();
      await page.getByRole('button', { name: 'Close' }).last().click();
      await choose(page, 'More actions', 'Lift the legal hold');
      await page.getByRole('button', { name: 'Lift the hold' }).click();
      await page.getByText('The legal hold is lifted.').first().waitFor();
      await end(t);

      const reading = await visit({ as: viewer, viewport: PHONE, theme: 'dark', language: 'cs' });
      await reading.open(`/sessions/${id}`);
      await reading.page.getByRole('button', { name: 'Exportovat' }).waitFor();
      t.is(await reading.page.getByRole('button', { name: 'Další akce' }).count(), 0);
      t.is(await reading.page.getByRole('button', { name: 'Dát zpětnou vazbu' }).count(), 0);
      await reading.isAccessible(t);
      await reading.end(t);
    },
  },
];
