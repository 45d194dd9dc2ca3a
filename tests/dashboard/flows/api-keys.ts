import { clientOf } from '../../support/api.ts';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'an owner makes a key by keyboard alone, sees it once, rotates and revokes it',
    inEveryRun: true,
    run: async (t, { visit, newTeam, baseUrl }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner });
      const press = (key: string): Promise<void> => page.keyboard.press(key);
      await open('/api-keys');
      await page.getByRole('heading', { name: 'No key yet' }).waitFor();
      await page.getByRole('button', { name: 'Create key' }).first().focus();
      await press('Enter');
      await page.getByRole('dialog').waitFor();
      t.is(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
      await isAccessible(t);
      await press('Enter');
      await page.getByText('Fill in this field.').waitFor();
      await page.keyboard.type('Ward 4');
      await press('Enter');

      const dialog = page.getByRole('dialog', { name: 'The key “Ward 4” is made' });
      await dialog.waitFor();
      await isAccessible(t);
      await press('Escape');
      t.true(await dialog.isVisible(), 'a key that is shown once is not lost by a slip');
      const rawKey = await dialog.getByLabel('API key', { exact: true }).inputValue();
      t.is((await clientOf(baseUrl, rawKey)('GET', '/v1/account')).status, 200);
      await dialog.getByRole('button', { name: /Copy/ }).click();
      t.is(await page.evaluate(() => navigator.clipboard.readText()), rawKey);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('cell', { name: 'Ward 4 svc_test' }).waitFor();
      t.false((await page.content()).includes(rawKey));
      await isAccessible(t);

      const choose = async (action: string): Promise<void> => {
        await page.getByRole('button', { name: 'Actions for Ward 4' }).focus();
        await press('Enter');
        await page.getByRole('menuitem', { name: action }).click();
      };
      await choose('Rotate');
      await page.getByRole('button', { name: 'Rotate the key' }).click();
      const rotated = page.getByRole('dialog', { name: 'The new key of “Ward 4”' });
      const newKey = await rotated.getByLabel('API key', { exact: true }).inputValue();
      t.is((await clientOf(baseUrl, rawKey)('GET', '/v1/account')).status, 401);
      await rotated.getByRole('button', { name: 'Done' }).click();

      await choose('Revoke');
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.getByText('The key “Ward 4” is revoked.').first().waitFor();
      await page.getByRole('heading', { name: 'No key yet' }).waitFor();
      t.is((await clientOf(baseUrl, newKey)('GET', '/v1/account')).status, 401);
      await end(t);
    },
  },
  {
    title: 'who may only read finds no button that changes something',
    run: async (t, { visit, newTeam, api }) => {
      const { viewer } = await newTeam('viewer');
      await api.newKey(viewer.tenantId, { test: true });
      const { page, open, end } = await visit({ as: viewer });
      await open('/api-keys');
      await page.getByRole('cell', { name: 'test', exact: false }).first().waitFor();
      t.is(await page.getByRole('button', { name: 'Create key' }).count(), 0);
      t.is(await page.getByRole('button', { name: /^Actions/ }).count(), 0);
      await end(t);
    },
  },
];
