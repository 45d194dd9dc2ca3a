import { tokenIn } from '../../support/mailbox.ts';
import { newEmail, PASSWORD } from '../../support/sign-in.ts';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'a colleague is invited, joins, is seen by both, gets rights at once and leaves with a key',
    run: async (t, { visit, newTeam, mailAfter, signedIn }) => {
      const { owner } = await newTeam('owner');
      const email = newEmail();
      const { page, open, isAccessible, end } = await visit({ as: owner, expects: [409] });
      const act = async (action: string, name = 'Jana'): Promise<void> => {
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      const dialog = page.getByRole('dialog');
      await open('/team');
      await page.getByRole('row', { name: new RegExp(owner.email) }).waitFor();
      t.is(await page.getByRole('button', { name: /^Actions/ }).count(), 0, 'the only owner stays one');

      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await dialog.getByText('Fill in this field.').waitFor();
      await dialog.getByLabel('Email address').fill(owner.email);
      await page.keyboard.press('Enter');
      await dialog.getByText(`${owner.email} is in the team already`).waitFor();
      await isAccessible(t);
      await dialog.getByLabel('Email address').fill(email);
      await dialog.getByLabel('Name').fill('Jana');
      await dialog.getByLabel('Developer').check();
      await mailAfter(email, () => page.keyboard.press('Enter'));
      await page.getByRole('row', { name: /Jana .*Developer Invited/ }).waitFor();
      await act('Change role');
      t.is(await dialog.getByRole('radio').count(), 4, 'nobody who has not joined is made an owner');
      await dialog.getByLabel('Viewer').check();
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await page.getByRole('row', { name: /Jana .*Viewer Invited/ }).waitFor();
      await act('Send again');
      const { mail } = await mailAfter(email, () =>
        dialog.getByRole('button', { name: 'Send again' }).click(),
      );
      await dialog.waitFor({ state: 'detached' });

      const newcomer = await visit();
      await newcomer.open(`/accept-invite#token=${tokenIn(mail)}`);
      await newcomer.page.getByLabel('Password').fill(PASSWORD);
      await newcomer.page.keyboard.press('Enter');
      await newcomer.page.getByText(`Sign in with ${email}.`).waitFor();
      await newcomer.end(t);
      const jana = { ...owner, email };
      const colleague = await visit({ as: jana, expects: [401] });
      await colleague.open('/team');
      const rows = [/A person .*Owner Active/, /Jana you .*Viewer Active/];
      for (const name of rows) await colleague.page.getByRole('row', { name }).waitFor();
      t.is(await colleague.page.getByRole('button', { name: /^(Invite|Actions)/ }).count(), 0);
      await page.getByRole('row', { name: /Jana .*Viewer Active/ }).waitFor();
      await isAccessible(t);

      await act('Change role');
      await dialog.getByLabel('Admin').check();
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await page.getByText('Jana is now: Admin.').first().waitFor();
      await colleague.page.getByRole('button', { name: 'Invite', exact: true }).waitFor();
      await colleague.page.getByRole('row', { name: /Jana you .*Admin/ }).waitFor();

      const made = await (
        await signedIn(jana)
      ).send('POST', '/v1/admin/keys', { name: 'Ward 4', test: true });
      t.is(made.status, 201);
      await act('Deactivate');
      await dialog.getByText('Ward 4').waitFor();
      await isAccessible(t);
      await dialog.getByLabel('Revoke these keys too').check();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText('Jana is deactivated, and 1 key is revoked.').first().waitFor();
      await colleague.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      await colleague.end(t);

      await page.getByRole('button', { name: 'Show 1 former member' }).click();
      await act('Invite again');
      t.is(await dialog.getByLabel('Email address').inputValue(), email);
      await mailAfter(email, () => dialog.getByRole('button', { name: 'Send the invitation' }).click());
      await page.getByRole('row', { name: /Jana .*Admin Invited/ }).waitFor();
      await page.getByRole('button', { name: 'Hide former members' }).click();
      await act('Withdraw the invitation');
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('row', { name: /Jana/ }).waitFor({ state: 'detached' });
      await end(t);
    },
  },
];
