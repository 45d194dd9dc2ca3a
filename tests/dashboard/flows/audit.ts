import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from 'playwright-core';
import { createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import { createCheckpointSigner } from '../../../command-api/reactors/checkpoint-signer.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import type { Dashboard } from '../../support/dashboard.ts';
import { startProjections } from '../../support/running-projections.ts';
import { until } from '../../support/until.ts';
import type { Flows } from '../flow.ts';

const SIGN_MS = 15_000;
const VERIFIER = path.join(projectRoot, 'client/audit/verify.mjs');

/** What makes the trail beside the APIs: looks that go to the log, rows, and signed heads. */
async function startTrail({ api }: Dashboard) {
  const projections = await startProjections(api.runtime, [auditProjection]);
  const parts = { ...api.runtime, reportFact: () => undefined };
  const [intake, signer] = [createAccessIntake(parts), createCheckpointSigner(parts)];
  return {
    stop: projections.stop,
    caughtUp: async (): Promise<void> => {
      await intake.runOnce();
      await projections.caughtUp();
    },
    /** Does something on the page that waits for a head to be signed. */
    whileSigning: async <T>(work: Promise<T>): Promise<T> => {
      const state = { isDone: false };
      const done = work.finally(() => (state.isDone = true));
      await until('what is to be signed', SIGN_MS, async () => {
        await signer.runOnce();
        return state.isDone;
      });
      return done;
    },
  };
}

/** Where the browser has saved the file that a button gives. */
async function savedBy(page: Page, button: string): Promise<string> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await waiting).path();
}

type Proof = {
  row: { canonical: string };
  verification: { verdict: string; not_checked: { name: string }[] };
};

export const flows: Flows = [
  {
    title: 'an owner verifies a row, all rows shown and the whole trail, and what was tampered with is red',
    run: async (t, dashboard) => {
      const { visit, newTeam, api } = dashboard;
      const { owner } = await newTeam('owner');
      const trail = await startTrail(dashboard);
      const client = await api.newClient(owner.tenantId, { test: true });
      const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
      const { session_id: sessionId } = opened.body as { session_id: string };
      await trail.caughtUp();

      const { page, open, isAccessible, end } = await visit({ as: owner });
      await open('/audit');
      await page.getByRole('link', { name: 'Session opened' }).waitFor();
      await isAccessible(t);
      const all = page.getByRole('button', { name: /^Verify the \d+ rows shown$/ });
      await trail.whileSigning(
        all.click().then(() => page.getByText('stand in the trail as they were').waitFor()),
      );
      await isAccessible(t);
      await page.getByLabel('Action').selectOption('Session opened');
      await page.getByRole('link', { name: 'API key created' }).waitFor({ state: 'detached' });
      t.is(new URL(page.url()).searchParams.get('action'), 'session.created');
      await page.getByRole('link', { name: 'Session opened' }).click();
      await page.getByText('The hashes fit', { exact: true }).waitFor();
      await isAccessible(t);

      await page.getByRole('link', { name: 'All that was done to it' }).click();
      await page.getByRole('link', { name: 'Session opened' }).waitFor();
      t.is(await page.getByLabel('On what (id)').inputValue(), sessionId);
      t.is(await page.getByRole('link', { name: 'API key created' }).count(), 0);
      await isAccessible(t);
      await page.goBack();
      await page.getByText('The hashes fit', { exact: true }).waitFor();

      const verify = page.getByRole('button', { name: 'Verify this row' });
      const good = page.getByText(/^Row \d+ stands in the trail as it was signed\.$/);
      await trail.whileSigning(verify.click().then(() => good.waitFor()));
      await isAccessible(t);
      const file = await savedBy(page, 'Save the result');
      const saved = JSON.parse(await readFile(file, 'utf8')) as Proof;
      t.is(saved.verification.verdict, 'intact');
      t.true(saved.verification.not_checked.some(({ name }) => name === 'key'));
      const [key] = await api.runtime.signer.publicKeys();
      await page.getByText('What you know from elsewhere').click();
      const fingerprint = /[0-9a-f]{64}/.exec(
        await page
          .getByRole('definition')
          .filter({ hasText: /^[0-9a-f]{64}/ })
          .first()
          .innerText(),
      )?.[0];
      // The stand-alone verifier takes the saved result, and the fingerprint that the page shows.
      const said = execFileSync(process.execPath, [VERIFIER, '--proof', file, '--key', fingerprint ?? '']);
      t.true(
        said.toString().startsWith('intact: row') && said.toString().includes(key?.signing_key_id ?? 'none'),
      );
      await page.getByLabel('Fingerprint of the key', { exact: true }).fill(fingerprint ?? '');
      await page.getByRole('button', { name: 'Use the fingerprint' }).click();
      await verify.click();
      await page.getByText('The key is the one that the operator named').waitFor();
      t.is(await page.getByText('The key came from the service itself').count(), 0);

      // Somebody on the way rewrites the row that the proof is of.
      await page.route('**/v1/admin/audit-log/proof?*', async (route) => {
        const answer = await route.fetch();
        const proof = (await answer.json()) as Proof;
        proof.row.canonical = proof.row.canonical.replace('session.created', 'session.erased');
        await route.fulfill({ response: answer, json: proof });
      });
      await verify.click();
      await page.getByText('Do not rely on this row.').waitFor();
      await page.getByText('The proof leads to another root.').waitFor();
      await isAccessible(t);
      await page.unroute('**/v1/admin/audit-log/proof?*');

      await page.getByRole('link', { name: 'Replay the session from here' }).click();
      await page.getByRole('slider').waitFor();
      t.true(page.url().includes(`/sessions/${sessionId}?tab=timeline&revision=0`));

      await open('/audit?tab=verify');
      await page.getByText('What you know from elsewhere').click();
      await page.getByLabel('Earlier result or certificate').setInputFiles(file);
      await page.getByText(/^Compared with \d+ rows, signed/).waitFor();
      const whole = page.getByRole('button', { name: 'Verify the whole trail' });
      const isWhole = page.getByText(/^The trail of \d+ rows is whole and as it was signed\./);
      await trail.whileSigning(whole.click().then(() => isWhole.waitFor()));
      await page.getByText('The tree that was signed earlier is the beginning of this one').waitFor();
      await isAccessible(t);
      await trail.stop();
      await end(t);
    },
  },
  {
    title: 'an owner sees who saw a patient, exports the trail and reviews access; others may not export',
    run: async (t, dashboard) => {
      const { visit, newTeam, api } = dashboard;
      const { owner, billing } = await newTeam('owner', 'billing');
      const trail = await startTrail(dashboard);
      const client = await api.newClient(owner.tenantId, { test: true });
      await client('PUT', '/v1/patients/CARDIO-2041', { allergies: ['latex'] });
      await client('GET', '/v1/patients/CARDIO-2041/summary');
      await trail.caughtUp();
      const { page, open, isAccessible, end } = await visit({ as: owner, language: 'cs', theme: 'dark' });
      await open('/audit?tab=export');
      await isAccessible(t);
      const csv = await readFile(await savedBy(page, 'Exportovat'), 'utf8');
      await page.getByText(/^Soubor je uložen: \d+ řádk/).waitFor();
      t.true(csv.startsWith('event_id,') && csv.includes('#trailer'));
      await page.getByLabel('Formát').selectOption('FHIR R4 AuditEvent (NDJSON)');
      const lines = (await readFile(await savedBy(page, 'Exportovat'), 'utf8')).trim().split('\n');
      const types = lines.map((line) => (JSON.parse(line) as { resourceType: string }).resourceType);
      t.is(types.at(-1), 'Parameters');
      t.true(types.length > 2 && types.slice(0, -1).every((type) => type === 'AuditEvent'));

      await page.getByRole('tab', { name: 'Přehled přístupů' }).click();
      await page.getByRole('button', { name: 'Zobrazit přehled' }).click();
      await page.getByRole('row', { name: new RegExp(owner.email) }).waitFor();
      await isAccessible(t);
      t.true((await readFile(await savedBy(page, 'Stáhnout jako CSV'), 'utf8')).includes(owner.email));

      await page.getByRole('tab', { name: 'Kdo viděl pacienta' }).click();
      await page.getByLabel('Režim').selectOption('Testovací');
      await page.getByLabel('Označení pacienta').fill('CARDIO-2041');
      await page.keyboard.press('Enter');
      await page.getByText('patient.summary_viewed').waitFor();
      await isAccessible(t);
      t.false(page.url().includes('CARDIO'));
      await page.getByRole('button', { name: 'Otevřít pacienta' }).click();
      await page.getByRole('heading', { name: 'CARDIO-2041' }).waitFor();
      t.regex(page.url(), /\/patients\/[0-9a-f-]{36}\?tab=disclosures$/);
      await end(t);

      const other = await visit({ as: billing });
      await other.open('/audit?tab=export');
      await other.page.getByText('Only owners and admins may take the trail out').waitFor();
      t.is(await other.page.getByRole('button', { name: 'Export' }).count(), 0);
      await other.isAccessible(t);
      // The session of a key without the scope.
      const key = await api.newKey(owner.tenantId, { scopes: ['sessions:read'] });
      await other.context.clearCookies();
      await other.page.evaluate(
        (headers) => fetch('/v1/admin/auth', { method: 'POST', headers }).then(({ status }) => status),
        { Authorization: `Bearer ${key}` },
      );
      await other.open('/audit');
      await other.page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
      await trail.stop();
      await other.end(t);
    },
  },
];
