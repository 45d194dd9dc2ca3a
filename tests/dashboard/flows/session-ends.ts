import type { Page } from 'playwright-core';
import { PASSWORD } from '../../support/sign-in.ts';
import type { Flows } from '../flow.ts';

const signInAgain = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

const MINUTE_MS = 60_000;

export const flows: Flows = [
  {
    title: 'a session that ends in the middle of a form is begun again above it, and nothing typed is lost',
    run: async (t, { visit, newTeam, signedIn }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end, context } = await visit({ as: owner, expects: [401] });
      await open('/api-keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('Ward 7');
      await page.getByLabel('Calls a minute').fill('42');

      // It is ended elsewhere, without this page's knowing.
      const cookies = await context.cookies();
      const headers = Object.fromEntries([
        ['cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; ')],
        ['x-csrf-token', cookies.find(({ name }) => name === 'svc_csrf')?.value ?? ''],
      ]) as Record<string, string>;
      const elsewhere = await signedIn(owner);
      elsewhere.cookies.clear();
      t.is((await elsewhere.send('POST', '/v1/admin/auth/logout', undefined, headers)).status, 200);

      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Your session has ended.').waitFor();
      await isAccessible(t);
      t.is(await page.getByLabel('Email address').inputValue(), owner.email);
      await signInAgain(page);
      // The call that found the session over is sent once more, as it was typed.
      await page.getByRole('dialog', { name: 'The key “Ward 7” is made' }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      t.is(await page.getByRole('cell', { name: 'Ward 7 svc_test' }).count(), 1);
      await end(t);
    },
  },
  {
    title:
      'after 15 minutes without anybody the page is covered and the session over; what was typed is kept',
    run: async (t, { visit, newTeam }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner, expects: [401] });
      await page.clock.install();
      await open('/api-keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('Ward 8');
      await page.clock.fastForward(14 * MINUTE_MS);
      t.is(await page.getByRole('dialog', { name: 'Sign in again' }).count(), 0);
      await page.keyboard.press('Shift');
      await page.clock.fastForward(14 * MINUTE_MS);
      t.is(await page.getByRole('dialog', { name: 'Sign in again' }).count(), 0, 'a key counts as somebody');
      const over = page.waitForResponse('**/v1/admin/auth/logout');
      await page.clock.fastForward(2 * MINUTE_MS);
      await page.getByText('Nobody was here for 15 minutes').waitFor();
      t.false(await page.getByText('Your software calls the service').isVisible());
      t.is((await over).status(), 200);
      t.is(
        await page.evaluate(async () => (await fetch('/v1/account')).status),
        401,
        'the service knows it too',
      );
      await isAccessible(t);
      await page.keyboard.press('Escape');
      await signInAgain(page);
      t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ward 8');
      await end(t);
    },
  },
  {
    title: 'a log-out and a change of role take effect in every tab at once',
    run: async (t, { visit, newTeam, signedIn }) => {
      const { owner, admin } = await newTeam('owner', 'admin');
      const { page, open, end, context } = await visit({ as: admin, expects: [403] });
      await open('/api-keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('Ward 9');
      const boss = await signedIn(owner);
      const changed = await boss.send('PATCH', `/v1/admin/team/${admin.memberId}/role`, { role: 'viewer' });
      t.is(changed.status, 200);
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Your role does not allow this').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Create key' }).waitFor({ state: 'detached' });

      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByRole('heading', { name: 'API keys' }).waitFor();
      await other.getByRole('button', { name: /^Account/ }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      t.is(new URL(page.url()).pathname, '/login');
      const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      t.deepEqual(kept.sort(), ['last_active_at', 'tsr-scroll-restoration-v1_3'].sort());
      await end(t);
    },
  },
  {
    title: 'language and theme are kept, and an unknown address is told',
    run: async (t, { visit, newTeam }) => {
      const { viewer } = await newTeam('viewer');
      const { page, open, isAccessible, end } = await visit({ as: viewer });
      await open('/');
      await page.getByLabel('Language').selectOption('cs');
      await page.getByRole('button', { name: 'Tmavý vzhled' }).click();
      await page.reload();
      await page.getByRole('heading', { name: 'Vítejte' }).waitFor();
      t.is(await page.getAttribute('html', 'lang'), 'cs');
      t.is(await page.getAttribute('html', 'data-theme'), 'dark');
      t.is(await page.title(), 'Přehled · Clinical Triage');
      await open('/no-such-page');
      await page.getByRole('heading', { name: 'Taková stránka tu není' }).waitFor();
      await isAccessible(t);
      await end(t);
    },
  },
];
