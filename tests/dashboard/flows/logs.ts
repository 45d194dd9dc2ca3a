import { balancesProjection } from '../../../projectors/balances/projection.ts';
import { usageHoursProjection } from '../../../projectors/usage-hours/projection.ts';
import { usageProjection } from '../../../projectors/usage/projection.ts';
import { PHONE } from '../../support/dashboard.ts';
import { startProjections } from '../../support/running-projections.ts';
import type { Flows } from '../flow.ts';

const OWN_ID = 'patient-kowalski-1';

export const flows: Flows = [
  {
    title: 'an owner finds a request, its session, and what was used and charged',
    run: async (t, { visit, newTeam, api, signedIn }) => {
      const projections = await startProjections(
        api.runtime,
        [balancesProjection, usageProjection, usageHoursProjection],
        'log-pages',
      );
      t.teardown(() => projections.stop());
      const { owner } = await newTeam('owner');
      const client = await api.newClient(owner.tenantId);
      const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
      const { session_id: id } = opened.body as { session_id: string };
      const path = `/v1/sessions/${id}`;
      await client('GET', `${path}/state`, undefined, { 'x-request-id': OWN_ID });
      await client('POST', `${path}/answer`, { question_id: 'nobody asked', raw_text: 'no' });
      await client('POST', `${path}/route`, { text: 'It began yesterday.' });
      for (let count = 0; count < 25; count += 1) await client('GET', '/v1/account');
      const browser = await signedIn(owner);
      await browser.send('PUT', '/v1/patients/p-1', {});
      await projections.caughtUp();
      const { page, open, isAccessible, end } = await visit({ as: owner });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const search = () => new URL(page.url()).search;

      await open('/logs');
      await page.getByText('29 rows').waitFor();
      await button('Next page').click();
      await page.getByRole('button', { name: 'POST /v1/sessions', exact: true }).waitFor();
      t.is(search(), '?offset=25');
      await page.getByLabel('Result').selectOption('Refused (4xx)');
      await page.getByText('1 row').waitFor();
      await page.getByText('validation_error').waitFor();
      t.is(search(), '?result=refused');
      await isAccessible(t);
      await button('Clear filters').click();
      await page.getByLabel('Caller').selectOption('Members in the dashboard');
      await page.getByText('1 row').waitFor();
      await button('PUT /v1/patients/{patient_id}').waitFor();
      await page.getByRole('cell', { name: 'Dashboard' }).waitFor();
      await page.getByLabel('Caller').selectOption('All API keys');
      await page.getByLabel('Request id contains').fill('kowalski');
      await page.getByText('1 row').waitFor();
      t.is(search(), '', 'nobody knows what a caller put into the id');
      await button('GET /v1/sessions/{session_id}/state').click();
      const details = page.getByRole('dialog', { name: 'Request' });
      await details.getByText(OWN_ID, { exact: true }).waitFor();
      await isAccessible(t);
      await page.keyboard.press('Escape');
      await open('/logs?route=POST%20/v1/sessions/{session_id}/route');
      await page.getByText('1 row').waitFor();
      await page.getByRole('link', { name: 'Session …' }).click();
      await page.getByRole('heading', { name: 'headache' }).waitFor();
      t.is(new URL(page.url()).pathname, `/sessions/${id}`);

      await open('/logs?tab=usage&range=1h&by=key');
      await page.getByRole('cell', { name: 'svc_live_' }).waitFor();
      await page.getByRole('columnheader', { name: 'p95' }).waitFor();
      await isAccessible(t);
      await page.getByLabel('By', { exact: true }).selectOption('Route');
      await page.getByRole('cell', { name: 'GET /v1/account', exact: true }).waitFor();
      await page.getByLabel('By', { exact: true }).selectOption('Day');
      await page.getByRole('table', { name: 'Usage by day' }).waitFor();
      await page.getByLabel('Range').selectOption('Last 7 days');
      await page.getByRole('button', { name: 'Show as a table' }).first().click();
      await page.getByRole('region', { name: 'Requests and errors over time' }).waitFor();
      t.is(search(), '?tab=usage&range=7d&by=day');

      await page.getByRole('tab', { name: 'Charges' }).click();
      await page.getByRole('cell', { name: 'Text routed' }).waitFor();
      await page.getByText('1 call · 5 tokens').waitFor();
      await isAccessible(t);
      const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('From (UTC)').fill(later);
      await page.getByRole('heading', { name: 'No call in these days' }).waitFor();
      await button('Clear filters').click();
      await page.getByRole('link', { name: 'Session …' }).first().click();
      await page.getByRole('heading', { name: 'headache' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'who may not read sessions gets no link to one; a part that is switched off says so',
    run: async (t, { visit, newTeam, api }) => {
      const { billing } = await newTeam('billing');
      const client = await api.newClient(billing.tenantId, { test: true });
      await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
      const { page, open, isAccessible, end } = await visit({
        as: billing,
        viewport: PHONE,
        language: 'cs',
        theme: 'dark',
        expects: [501],
      });
      let isOff = true;
      await page.route('**/v1/admin/requests?*', (route) =>
        isOff
          ? route.fulfill({
              status: 501,
              json: { error: { code: 'not_implemented', message: 'off', request_id: 'r-501' } },
            })
          : route.fallback(),
      );
      await open('/logs');
      await page.getByText('Tato funkce je pro váš účet vypnutá.').waitFor();
      await page.getByText('r-501').waitFor();
      await isAccessible(t);
      isOff = false;
      await page.getByRole('button', { name: 'Zkusit znovu' }).click();
      await page.getByRole('button', { name: 'POST /v1/sessions', exact: true }).waitFor();
      t.is(await page.getByRole('link', { name: 'Rozhovor …' }).count(), 0);
      await isAccessible(t);
      await page.getByLabel('Výsledek').selectOption('Selhání (5xx)');
      await page.getByRole('heading', { name: 'Nic neodpovídá' }).waitFor();
      await page.getByRole('button', { name: 'Zobrazit všechny požadavky' }).click();
      t.is(new URL(page.url()).search, '?caller=all');
      await page.getByRole('tab', { name: 'Účtování' }).click();
      await page.getByRole('heading', { name: 'Zatím se nic neúčtovalo' }).waitFor();
      await isAccessible(t);
      await end(t);
    },
  },
];
