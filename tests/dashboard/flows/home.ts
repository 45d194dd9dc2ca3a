import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../infra/embedded/program.ts';
import type { Client, TestApi } from '../../support/api.ts';
import { PHONE, WIDE } from '../../support/dashboard.ts';
import { emptyLatency, latencyStep } from '../../../shared/requests/latency.ts';
import type { Flows } from '../flow.ts';

const HOUR_MS = 3_600_000;
const COMPLAINT = 'chest pain since breakfast';
const STORY = 'Crushing chest pain that spreads into my left arm, and I am short of breath and sweating.';

async function forgetWeek({ runtime: { pool } }: TestApi, tenantId: string): Promise<void> {
  await pool.query('DELETE FROM read.balances WHERE tenant_id = $1', [tenantId]);
  await pool.query('DELETE FROM read.usage_days WHERE tenant_id = $1', [tenantId]);
}

/** What projections would have made of a week of a tenant, and how its calls went. */
async function fillWeek({ runtime: { pool } }: TestApi, tenantId: string): Promise<void> {
  const now = new Date();
  const day = (ago: number): Date => new Date(now.getTime() - ago * 24 * HOUR_MS);
  // With the token of the session that is about to be opened, 8,500 are charged.
  await pool.query('INSERT INTO read.balances VALUES ($1, 10000, 8499, 10000, $2)', [tenantId, day(40)]);
  await pool.query(
    `INSERT INTO read.usage_days (tenant_id, day, action, tokens, calls)
     SELECT $1, d, 'session.answer', 100, 20
     FROM unnest($2::date[]) AS u (d)`,
    [tenantId, Array.from({ length: 7 }, (_, ago) => day(ago))],
  );
  const latency = emptyLatency();
  latency[latencyStep(20)] = 95;
  latency[latencyStep(700)] = 5;
  await pool.query(
    `INSERT INTO ops.request_counts (tenant_id, start_at, width_s, route, requests, errors, latency)
     SELECT $1, s, 3600, 'POST /v1/sessions', 100, 3, $3::int[]
     FROM unnest($2::timestamptz[]) AS u (s)`,
    [tenantId, Array.from({ length: 20 }, (_, ago) => new Date(now.getTime() - ago * HOUR_MS)), latency],
  );
}

const endpointOf = async (client: Client): Promise<string> => {
  const body = { url: 'https://clinic.example/hook', events: ['session.finalized'] };
  return ((await client('POST', '/v1/admin/webhooks', body)).body as { subscription_id: string })
    .subscription_id;
};

async function deadLetters(
  { runtime: { pool } }: TestApi,
  tenantId: string,
  endpointId: string,
): Promise<void> {
  await pool.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       created_at, delivered_at, dead_lettered_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, 'session.finalized', false, s, now(),
       CASE WHEN s = 'delivered' THEN now() END, CASE WHEN s <> 'delivered' THEN now() END
     FROM unnest(ARRAY['delivered', 'delivered', 'dead-lettered']) AS u (s)`,
    [endpointId, tenantId],
  );
}

const flaggedSession = async (client: Client): Promise<{ session_id: string; red_flags: string[] }> => {
  const told = { chief_complaint: COMPLAINT, age: 61, sex: 'male', free_text: STORY };
  const { body } = await client('POST', '/v1/sessions', told);
  return body as { session_id: string; red_flags: string[] };
};

/** With SCREENSHOTS=1 the page of a busy team is kept as pictures, to be looked at. */
async function pictures(page: Page): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  const folder = path.join(projectRoot, 'build/screenshots');
  mkdirSync(folder, { recursive: true });
  const looks = [
    { theme: 'light', size: WIDE },
    { theme: 'dark', size: WIDE },
    { theme: 'light', size: PHONE },
    { theme: 'dark', size: PHONE },
  ];
  const asChart = page.getByRole('button', { name: 'Show as a chart' });
  while ((await asChart.count()) > 0) await asChart.first().click();
  for (const { theme, size } of looks) {
    await page.setViewportSize(size);
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    await page.locator('canvas').last().waitFor();
    const name = `home-busy-${theme}-${size === WIDE ? 'wide' : 'phone'}.png`;
    await page.screenshot({ path: path.join(folder, name), fullPage: true });
  }
}

export const flows: Flows = [
  {
    title: 'a new owner is led through the setup, which goes once all of it is done',
    run: async (t, { visit, newTeam, newMember, api }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner });
      await open('/');
      await page.getByText('0 of 4 done').waitFor();
      await page.getByRole('heading', { name: 'No session yet' }).waitFor();
      await page.getByText('There is no webhook yet').waitFor();
      await page.getByText('No session has raised a red flag.').waitFor();
      const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
      const led = async (step: string, heading: string): Promise<void> => {
        await steps.filter({ hasText: step }).getByRole('link').press('Enter');
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      };
      await led('Make an API key', 'API keys');
      const client = await api.newClient(owner.tenantId, { test: true });
      await page.goBack();
      await page.getByText('1 of 4 done').waitFor();
      await led('Run a first interview', 'Try it');
      await client('POST', '/v1/sessions', { chief_complaint: 'cough' });
      await page.goBack();
      await page.getByText('2 of 4 done').waitFor();
      await isAccessible(t);
      await led('Add a webhook', 'Webhooks');
      await endpointOf(await api.newClient(owner.tenantId));
      await page.goBack();
      await page.getByText('3 of 4 done').waitFor();
      await led('Invite a colleague', 'Team');
      await newMember({ tenantId: owner.tenantId, role: 'developer' });
      await page.goBack();
      await page.getByText('All is well').waitFor();
      await page.getByText('of 4 done').waitFor({ state: 'detached' });
      await end(t);
    },
  },
  {
    title:
      'a busy team sees balance, levels, latency, errors, deliveries and red flags, which lead to their session',
    run: async (t, { visit, newTeam, api }) => {
      const { owner } = await newTeam('owner', 'developer');
      await fillWeek(api, owner.tenantId);
      // Projections of other flows make these rows themselves.
      t.teardown(() => forgetWeek(api, owner.tenantId));
      const live = await api.newClient(owner.tenantId);
      await deadLetters(api, owner.tenantId, await endpointOf(live));
      const flagged = await flaggedSession(live);
      t.true(flagged.red_flags.length > 0);
      await live('GET', `/v1/sessions/${randomUUID()}/state`);
      const { page, open, isAccessible, end } = await visit({
        as: owner,
        expects: [500],
        // Where days of the service begin the evening before.
        timeZone: 'America/New_York',
      });
      let isAway = true;
      await page.route('**/v1/admin/requests/summary*', async (route) => {
        const error = { code: 'internal_server_error', message: 'broken', request_id: 'req-broken' };
        return isAway ? route.fulfill({ status: 500, json: { error } }) : route.continue();
      });
      await open('/');
      const block = (title: string) =>
        page.locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

      const balance = block('Balance');
      await balance.getByText('1,500').waitFor();
      await balance.getByText('20% or less').waitFor();
      await balance.getByText(/runs out around/).waitFor();
      await balance.getByText('The next warning comes at 10%, in 500 tokens.').waitFor();
      t.is(await balance.getByRole('meter').getAttribute('value'), '15');

      const deliveries = block('Webhook deliveries');
      await deliveries.getByText('Needs attention').waitFor();
      t.regex(await deliveries.innerText(), /Delivered in 24 hours\s+2\b/);
      await deliveries.getByRole('link', { name: '1', exact: true }).waitFor();

      const calls = block('Calls');
      await calls.getByText('req-broken').waitFor();
      isAway = false;
      await calls.getByRole('button', { name: 'Try again' }).press('Enter');
      await calls.getByText(/^2,0\d\d$/).waitFor();
      t.regex(await calls.innerText(), /Errors\s+6\d\s+3%/);
      await calls
        .getByRole('row', { name: /not_found/ })
        .getByText('404')
        .waitFor();
      await calls.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days');
      await calls.getByRole('button', { name: 'Show as a table' }).first().press('Enter');
      t.is(
        await calls
          .getByRole('region', { name: /^Duration/ })
          .getByRole('rowheader')
          .count(),
        8,
      );

      await block('Sessions').getByRole('button', { name: 'Show as a table' }).press('Enter');
      const today = block('Sessions').getByRole('row').last().getByRole('cell');
      const opened = (await today.allInnerTexts()).map(Number);
      t.deepEqual(opened.toSorted(), [0, 0, 0, 0, 1], 'one session, at one of the levels');
      const dayInUtc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(),
      );
      for (const title of ['Sessions', 'Calls'])
        t.is(await block(title).getByRole('rowheader').last().innerText(), dayInUtc, title);
      await isAccessible(t);

      await pictures(page);
      await page.setViewportSize(PHONE);
      // Charts fit a moment later.
      await page.waitForFunction(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      );
      await page.setViewportSize(WIDE);

      const flags = block('Latest red flags');
      await flags.getByText(flagged.red_flags[0]!).waitFor();
      t.false((await flags.innerText()).includes('breakfast'), 'what the patient said is not shown');
      await page.getByRole('combobox', { name: 'Mode' }).selectOption('Test');
      await flags.getByText('No session has raised a red flag.').waitFor();
      t.true(page.url().endsWith('/?mode=test&range=7d'), page.url());
      await page.getByRole('combobox', { name: 'Mode' }).selectOption('Live');
      await flags.getByRole('link').press('Enter');
      await page.getByRole('heading', { name: COMPLAINT }).waitFor();
      t.is(new URL(page.url()).pathname, `/sessions/${flagged.session_id}`);
      await end(t);
    },
  },
  {
    title: 'each role sees its own blocks',
    run: async (t, { visit, newTeam }) => {
      const { billing, viewer } = await newTeam('billing', 'viewer');
      const blocksOf = async (as: typeof billing): Promise<string[]> => {
        const { page, open, end } = await visit({ as, language: 'cs' });
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await open('/');
        await page.getByRole('heading', { name: 'Volání', exact: true }).waitFor();
        const titles = await page.locator('main h2').allInnerTexts();
        t.is(asked.includes('/v1/sessions'), as === viewer, 'what may not be seen is not asked for');
        t.is(asked.includes('/v1/admin/webhooks'), as === viewer);
        await end(t);
        return titles;
      };
      t.deepEqual(await blocksOf(billing), ['Zůstatek', 'Rozhovory', 'Zatím žádný rozhovor', 'Volání']);
      t.deepEqual(await blocksOf(viewer), [
        ...['Zůstatek', 'Doručování webhooků', 'Rozhovory', 'Zatím žádný rozhovor'],
        ...['Poslední varovné příznaky', 'Volání'],
      ]);
    },
  },
];
