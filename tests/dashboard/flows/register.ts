import { codeIn } from '../../support/mailbox.ts';
import { newEmail, PASSWORD } from '../../support/sign-in.ts';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'a new owner registers, reads the code in the mailbox and is in',
    run: async (t, { visit }) => {
      const { page, open, isAccessible, end, context } = await visit();
      const email = newEmail();
      await open('/register');
      await isAccessible(t);
      await page.getByLabel('Name of the team').fill('Klinika Nová');
      await page.getByLabel('Your name').fill('Jana');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('This is too short').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      await isAccessible(t);

      const [box] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Open the mailbox' }).click(),
      ]);
      const code = await box.locator('strong').first().textContent();
      t.regex(code ?? '', /^\d{6}$/);
      await box.close();

      await page.getByLabel('Code').fill(code ?? '');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Welcome, Jana' }).waitFor();
      t.is(new URL(page.url()).pathname, '/');
      await end(t);
    },
  },
  {
    title: 'an address that has an account is answered alike, and its owner is told by mail',
    run: async (t, { visit, newTeam, mailTo }) => {
      const { owner } = await newTeam('owner');
      const { page, open, end } = await visit({ language: 'cs' });
      await open('/register');
      await page.getByLabel('Název týmu').fill('Klinika');
      await page.getByLabel('E-mailová adresa').fill(owner.email);
      await page.getByLabel('Heslo').fill(PASSWORD);
      await page.getByRole('button', { name: 'Zaregistrovat se' }).click();
      await page.getByRole('heading', { name: 'Zadejte kód' }).waitFor();
      const mail = await mailTo(owner.email);
      t.is(codeIn(mail), '');
      const [link = ''] = /https?:\/\/\S+/.exec(mail.text) ?? [];
      await open(new URL(link).pathname);
      await page.getByRole('heading', { name: 'Přihlášení' }).waitFor();
      await end(t);
    },
  },
];
