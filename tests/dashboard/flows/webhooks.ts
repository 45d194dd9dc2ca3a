import { createHmac } from 'node:crypto';
import { allProjections } from '../../../projectors/all.ts';
import { newDispatcher } from '../../support/dispatcher.ts';
import { startProjections } from '../../support/running-projections.ts';
import { PHONE, type Dashboard } from '../../support/dashboard.ts';
import { createDeliverySeed } from '../../query-api/webhook-seed.ts';
import { startReceiver } from '../../webhook-dispatcher/support/receiver.ts';
import type { Flows } from '../flow.ts';

/** What sends webhooks, beside the two APIs that the pages need. */
async function startDelivering({ api }: Dashboard): Promise<() => Promise<void>> {
  const needed = ['balances', 'webhook-subscriptions'];
  const projections = await startProjections(
    api.runtime,
    allProjections.filter(({ name }) => needed.includes(name)),
    'webhook-pages',
  );
  const dispatcher = newDispatcher(api.stack, { env: { WEBHOOK_SWEEP_MS: '100' } });
  await dispatcher.start();
  return async () => {
    await dispatcher.stop();
    await projections.stop();
  };
}

export const flows: Flows = [
  {
    title: 'an owner adds an endpoint, tests it, and sees deliveries verified, replayed and rotated',
    run: async (t, dashboard) => {
      const { visit, newTeam, api } = dashboard;
      t.teardown(await startDelivering(dashboard));
      const receiver = await startReceiver();
      t.teardown(() => receiver.stop());
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner });
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await open('/webhooks');
      await page.getByRole('heading', { name: 'No endpoint yet' }).waitFor();
      await button('Add endpoint').click();
      await page.getByLabel('URL').fill(receiver.url);
      await button('Select none').click();
      await page.getByRole('checkbox', { name: 'session.created' }).check();
      await isAccessible(t);
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      const shown = page.getByRole('dialog', { name: 'The endpoint is added' });
      const secret = await shown.getByLabel('Signing secret', { exact: true }).inputValue();
      t.regex(secret, /^whsec_/);
      await shown.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByRole('heading', { name: receiver.url }).waitFor();

      await button('Send a test').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The signature is right.').waitFor();
      await page.getByText('Succeeded', { exact: true }).waitFor();
      t.is(receiver.verified(secret).length, 1);
      await isAccessible(t);
      await button('Done').click();

      // A delivery that fails once, is sent again, and is checked with a secret that is pasted.
      receiver.answerWith((response) => void response.writeHead(500).end('no'));
      const client = await api.newClient(owner.tenantId, { test: true });
      t.is((await client('POST', '/v1/sessions', { chief_complaint: 'headache' })).status, 201);
      await open('/webhooks?tab=live');
      await page.getByText('Live ·').waitFor();
      await page.getByText('Retrying').waitFor();
      await button('Stop').click();
      await page.getByText('Stopped').waitFor();
      receiver.answerWith((response) => void response.writeHead(204).end());
      await page.getByRole('link', { name: 'session.created' }).click();
      await page.getByText('server error').first().waitFor();
      await button('Send again').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await page.getByText('Attempt 2').waitFor();
      await page.getByText('Succeeded', { exact: true }).first().waitFor();
      await page.getByLabel('Signing secret').fill(`whsec_${'A'.repeat(43)}=`);
      await button('Check').click();
      await page.getByText('The signature does not fit.').waitFor();
      await page.getByLabel('Signing secret').fill(secret);
      await button('Check').click();
      await page.getByText('The signature is right.').waitFor();
      t.false((await page.content()).includes(secret), 'what was pasted is shown nowhere');
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      t.false(stored.includes('whsec_'), 'and stored nowhere');
      await page.getByText('Attempt 2').click();
      await page.getByRole('tab', { name: 'OpenSSL' }).click();
      const { headers, body } = receiver.arrivals.at(-1) ?? t.fail('nothing arrived');
      const signed = `${String(headers['x-svc-timestamp'])}.${body}`;
      const hex = createHmac('sha256', secret).update(signed).digest('hex');
      await page.getByText(`# ${hex}`).waitFor();
      // A button that is half under the bar at the top would count as too small.
      await page.evaluate(() => scrollTo(0, 0));
      await isAccessible(t);

      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByText('100% of 1 delivery succeeded.').waitFor();
      await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days');
      await button('Show as a table').click();
      const table = page.getByRole('region', { name: 'Deliveries of this endpoint over time' });
      await table.getByRole('rowheader').nth(89).waitFor();
      t.deepEqual(await table.getByRole('row').last().getByRole('cell').allInnerTexts(), ['1', '0']);
      await page.getByRole('columnheader', { name: 'Of them not delivered' }).waitFor();
      await button('More actions for this endpoint').click();
      await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
      await button('Rotate the secret').click();
      const rotated = page.getByRole('dialog', { name: 'The new secret' });
      t.not(await rotated.getByLabel('Signing secret', { exact: true }).inputValue(), secret);
      await rotated.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByText('The old one is accepted beside the new one until').waitFor();
      await isAccessible(t);

      await button('Edit').click();
      await page.getByRole('checkbox', { name: 'session.timeout' }).check();
      await button('Save').click();
      await page.getByText('session.created and session.timeout').waitFor();
      for (const [action, said] of [
        ['Switch off', 'This endpoint is switched off'],
        ['Switch on', 'The endpoint is switched on.'],
      ] as const) {
        await button('More actions for this endpoint').click();
        await page.getByRole('menuitem', { name: action }).click();
        await page.getByRole('dialog').getByRole('button', { name: action }).click();
        await page.getByText(said).first().waitFor();
      }
      await button('More actions for this endpoint').click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await button('Remove the endpoint').click();
      await page.getByRole('heading', { name: 'No endpoint yet' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'dead letters are resolved with a reason, and all others sent again; filters stay in the address',
    run: async (t, dashboard) => {
      const { visit, newTeam, api } = dashboard;
      t.teardown(await startDelivering(dashboard));
      const { owner } = await newTeam('owner');
      const client = await api.newClient(owner.tenantId);
      const answer = await client('POST', '/v1/admin/webhooks', {
        url: 'http://127.0.0.1:9/hook',
        events: ['session.created'],
      });
      const { subscription_id: subscriptionId } = answer.body as { subscription_id: string };
      const add = createDeliverySeed(api.runtime);
      for (const status of ['dead-lettered', 'dead-lettered', 'delivered'])
        await add(owner.tenantId, { subscriptionId, status, attempts: 7, at: new Date() });
      const { page, open, isAccessible, end } = await visit({
        as: owner,
        viewport: PHONE,
        language: 'cs',
        theme: 'dark',
      });
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await open('/webhooks?tab=deliveries');
      await page.getByText('3 řádky').waitFor();
      await page.getByLabel('Stav').selectOption('Nedoručeno');
      await page.getByText('2 řádky').waitFor();
      t.is(new URL(page.url()).searchParams.get('status'), 'dead-lettered');
      const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Od (UTC)').fill(later);
      await page.getByRole('heading', { name: 'Nic neodpovídá' }).waitFor();
      await isAccessible(t);
      await button('Zrušit filtry').click();
      await page.getByText('3 řádky').waitFor();

      await open('/webhooks?tab=failed');
      await page.getByRole('link', { name: 'session.created' }).first().click();
      await button('Označit za vyřešené').click();
      await page.getByLabel('Důvod').fill('staženo přes API');
      await page.getByRole('dialog').getByRole('button', { name: 'Označit za vyřešené' }).click();
      await page.getByText('staženo přes API').waitFor();
      await isAccessible(t);
      await open('/webhooks?tab=failed');
      await button('Poslat všechny znovu').click();
      await page.getByText('Poslat znovu 1 nedoručenou zprávu?').waitFor();
      await button('Poslat všechny').click();
      await page.getByText('1 zpráva je na cestě.').first().waitFor();
      await page.getByRole('heading', { name: 'Nic nedoručeného' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'who may only read finds the catalogue, and no button that changes something',
    run: async (t, { visit, newTeam }) => {
      const { viewer } = await newTeam('viewer');
      const { page, open, isAccessible, end } = await visit({ as: viewer });
      await open('/webhooks');
      await page.getByRole('heading', { name: 'No endpoint yet' }).waitFor();
      t.is(await page.getByRole('button', { name: 'Add endpoint' }).count(), 0);
      t.is(await page.getByRole('tab', { name: 'Dead letters' }).count(), 0);
      await page.getByRole('tab', { name: 'Event catalogue' }).click();
      await page.getByRole('link', { name: 'red_flag.detected' }).click();
      await page.getByRole('cell', { name: 'data.flag' }).waitFor();
      await page.getByText('rf_new_confusion').first().waitFor();
      await isAccessible(t);
      await end(t);
    },
  },
];
