import type { Page } from 'playwright-core';
import { changeSettings } from '../../../command-api/tenants/operations.ts';
import type { Flows } from '../flow.ts';

type Answer = { status: number; code: string; headers?: Record<string, string> };

const REQUEST_ID = '0198c0de-0000-7000-8000-0000000000ff';

/** Has the next GET of the keys answered like this, as the service words its errors. */
async function answerKeysWith(page: Page, { status, code, headers = {} }: Answer): Promise<void> {
  const error = { code, message: 'In English, for developers.', request_id: REQUEST_ID };
  await page.unroute('**/v1/admin/keys*');
  await page.route(
    '**/v1/admin/keys*',
    (route) => route.fulfill({ status, headers, json: { error }, contentType: 'application/json' }),
    { times: 1 },
  );
}

/** What the page says to each, and whether it is worth another try at once. */
const SAID = [
  { status: 402, code: 'payment_required', says: 'The token balance is used up.' },
  { status: 409, code: 'conflict', says: 'This was changed meanwhile, or exists already.' },
  { status: 429, code: 'rate_limited', headers: { 'retry-after': '7' }, says: 'Try again in 7 seconds.' },
  { status: 500, code: 'internal_server_error', says: 'Something went wrong in the service.' },
  { status: 501, code: 'not_implemented', says: 'This is switched off for your account.' },
] as const;

export const flows: Flows = [
  {
    title: 'each error of the service is told in words, with the id of the request, and a retry goes on',
    inEveryRun: true,
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({
        as: owner,
        expects: SAID.map(({ status }) => status),
      });
      for (const { says, ...answer } of SAID) {
        await answerKeysWith(page, answer);
        await open('/api-keys');
        await page.getByText(says).waitFor();
        t.true(await page.getByText(REQUEST_ID).isVisible(), answer.code);
        if (answer.status === 429) await isAccessible(t);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('No key yet').waitFor();
      }
      await end(t);
    },
  },
  {
    title: 'without a network nothing typed is lost; with it again the same click is enough',
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, end, context, ignore } = await visit({ as: owner });
      await open('/api-keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Ward 10');
      ignore(/net::ERR_INTERNET_DISCONNECTED/);
      await context.setOffline(true);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('The service cannot be reached.').waitFor();
      await context.setOffline(false);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog', { name: 'The key “Ward 10” is made' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'a page from before an update leads to the new one',
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, end, ignore } = await visit({ as: owner, expects: [404] });
      await open('/api-keys');
      ignore(/dynamically imported module|Failed to load module script|preload/i);
      // The update took away what the page of before would load now; loaded again, it names what there is.
      const gone = { status: 404, contentType: 'text/html', body: '' };
      await page.route('**/assets/*.js', (route) => route.fulfill(gone), { times: 1 });
      await page.getByRole('link', { name: 'Team', exact: true }).click();
      await page.getByRole('heading', { name: 'Team', exact: true, level: 1 }).waitFor();
      await end(t);
    },
  },
  {
    title: 'a key that was revoked elsewhere is told to be gone; back leads to what was there before',
    run: async (t, { visit, newTeam, signedIn, api }) => {
      const { owner } = await newTeam('owner');
      await api.newKey(owner.tenantId);
      const { page, open, end } = await visit({ as: owner, expects: [404] });
      await open('/sessions?mode=test');
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'Actions for test' }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      const elsewhere = await signedIn(owner);
      const { body } = await elsewhere.send('GET', '/v1/admin/keys');
      const [key] = body as { key_id: string }[];
      t.is((await elsewhere.send('DELETE', `/v1/admin/keys/${key?.key_id ?? ''}`)).status, 200);
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.getByText('This does not exist, or no longer.').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'No key yet' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Sessions', exact: true, level: 1 }).waitFor();
      t.true(page.url().endsWith('/sessions?mode=test'));
      t.is(await page.getByLabel('Mode').inputValue(), 'test');
      await end(t);
    },
  },
  {
    title: 'what the operator switched off for the tenant is told where it would be',
    run: async (t, { visit, newTeam, api }) => {
      const { owner } = await newTeam('owner');
      const { page, open, end } = await visit({ as: owner, expects: [501] });
      await changeSettings(api.runtime, owner.tenantId, { feature_flags: { webhooks: false } });
      await open('/webhooks');
      await page.getByText('This is switched off for your account.').first().waitFor();
      await end(t);
    },
  },
];
