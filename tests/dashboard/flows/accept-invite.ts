import { tokenIn } from '../../support/mailbox.ts';
import { newEmail, PASSWORD } from '../../support/sign-in.ts';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'a colleague joins by the link of the mail, which works once',
    run: async (t, { visit, newTeam, mailAfter, signedIn }) => {
      const { owner } = await newTeam('owner');
      const browser = await signedIn(owner);
      const email = newEmail();
      const { mail } = await mailAfter(email, () =>
        browser.send('POST', '/v1/dashboard/team/invite', { email, role: 'viewer' }),
      );
      const { page, open, isAccessible, end } = await visit({ expects: [422], language: 'cs' });
      const link = `/accept-invite#token=${tokenIn(mail)}`;
      t.true(mail.text.includes(link));
      await open(link);
      await page.getByLabel('Heslo').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText(`Přihlaste se adresou ${email}.`).waitFor();
      await page.goto('about:blank');
      await open(link);
      await page.getByLabel('Heslo').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Pozvánka už neplatí' }).waitFor();
      await isAccessible(t);
      await end(t);
    },
  },
];
