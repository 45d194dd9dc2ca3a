import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { createCheckpointSigner } from '../../../command-api/reactors/checkpoint-signer.ts';
import { changeSettings } from '../../../command-api/tenants/operations.ts';
import { bindSso } from '../../../command-api/sign-in/sso-bindings.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { startProjections } from '../../support/running-projections.ts';
import { tokenIn } from '../../support/mailbox.ts';
import { clock } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';
import type { Flows } from '../flow.ts';

const DOWNLOAD_MS = 10_000;

export const flows: Flows = [
  {
    title: 'an owner changes tier, limit and retention, and takes the records along',
    run: async (t, { visit, newTeam, baseUrl, api }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ as: owner });
      const dialog = page.getByRole('dialog');
      await open('/settings');
      await page.getByText('US$ 20,000 a month').waitFor();
      await page.getByRole('button', { name: 'Change the tier' }).click();
      await dialog.getByLabel('Growth').check();
      await isAccessible(t);
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByText('US$ 1,300 a month').waitFor();

      await page.getByRole('button', { name: 'Change the rate limit' }).click();
      await dialog.getByLabel('Calls a minute').fill('6000');
      await page.keyboard.press('Enter');
      await dialog.getByText('This is too long or too large.').waitFor();
      await dialog.getByLabel('Calls a minute').fill('45');
      await dialog.getByLabel('Reason').fill('vaccination day');
      await page.keyboard.press('Enter');
      await page.getByText('45 calls a minute').waitFor();
      await page.getByRole('button', { name: 'Change the rate limit' }).click();
      await dialog.getByLabel('Calls a minute').fill('');
      await page.keyboard.press('Enter');
      await page.getByText('none: the tier’s holds').waitFor();

      await page.getByRole('tab', { name: 'Data protection' }).click();
      t.is(new URL(page.url()).searchParams.get('tab'), 'data');
      for (const [days, shown] of [
        ['90', '90 days'],
        ['10', '10 days'],
      ] as const) {
        await page.getByRole('button', { name: 'Change the retention' }).click();
        await dialog.getByLabel('Days').fill(days);
        await page.keyboard.press('Enter');
        if (days === '10') await page.getByRole('button', { name: 'Shorten and delete' }).click();
        await page.getByText(shown, { exact: true }).waitFor();
      }
      await page.getByText('Nothing was erased on request yet.').waitFor();
      await isAccessible(t);

      const download = async (name: string, meanwhile: () => Promise<unknown>): Promise<string> => {
        const files: Download[] = [];
        page.once('download', (file) => files.push(file));
        await page.getByRole('button', { name: `Download: ${name}` }).click();
        await until('a download', DOWNLOAD_MS, async () => {
          await meanwhile();
          return files.length > 0;
        });
        return readFile((await files[0]?.path()) ?? '', 'utf8');
      };
      const review = await download('Access review', () => Promise.resolve());
      t.true(review.includes(owner.email));
      const projections = await startProjections(api.runtime, [auditProjection]);
      await projections.caughtUp();
      const signer = createCheckpointSigner({ ...api.runtime, reportFact: () => undefined });
      const certificate = await download('Certificate of the audit trail', () => signer.runOnce());
      await projections.stop();
      t.true(certificate.includes(`"tenant_id": "${owner.tenantId}"`) && certificate.includes('"signature"'));

      const links = await page
        .locator('main a[href^="/v1/docs/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      t.is(links.length, 7);
      for (const link of links) t.is((await fetch(`${baseUrl}${link}`)).status, 200, link);
      await end(t);
    },
  },
  {
    title:
      'a viewer sees how the team signs in and what is on, gets a link to a new password, changes nothing',
    run: async (t, { visit, newTeam, mailAfter, api }) => {
      const { viewer } = await newTeam('viewer');
      const { tenantId, email } = viewer;
      await changeSettings(api.runtime, tenantId, { feature_flags: { webhooks: false } });
      await bindSso(api.runtime, {
        ...{ domain: 'settings.example', tenantId, issuer: 'https://login.example', clientId: 'triage' },
        ...{ clientSecret: 'secret', allowedHosts: [], privateNetwork: false, boundAt: clock.at },
      });
      const { page, open, isAccessible, end } = await visit({ as: viewer, language: 'cs', theme: 'dark' });
      await open('/settings');
      await page.getByText('Enterprise').waitFor();
      t.is(await page.getByRole('button', { name: /^Změnit/ }).count(), 0);
      await page.getByRole('tab', { name: 'Funkce' }).click();
      await page.getByRole('listitem').filter({ hasText: 'Webhooky' }).getByText('Vypnuto').waitFor();
      await isAccessible(t);
      await page.getByRole('tab', { name: 'Přihlašování' }).click();
      await page.getByRole('button', { name: 'Zobrazit domény' }).click();
      await page.getByRole('row', { name: /settings\.example https:\/\/login\.example/ }).waitFor();
      await isAccessible(t);
      await page.getByRole('button', { name: 'Změnit heslo' }).click();
      const { mail } = await mailAfter(email, () =>
        page.getByRole('dialog').getByRole('button', { name: 'Poslat odkaz' }).click(),
      );
      t.true(mail.text.includes(`/reset-password#token=${tokenIn(mail)}`));
      await page.getByRole('button', { name: 'Odhlásit se' }).click();
      // The page that was left has a heading that ends with this word: a context that closes while a page loads stands still.
      await page.getByRole('heading', { name: 'Přihlášení', exact: true }).waitFor();
      await end(t);
    },
  },
];
