import { codeIn, tokenIn } from '../../support/mailbox.ts';
import { PASSWORD } from '../../support/sign-in.ts';
import type { Flows } from '../flow.ts';

export const flows: Flows = [
  {
    title: 'a link leads to its page through password and code; then the browser is trusted',
    inEveryRun: true,
    run: async (t, { visit, newTeam, mailAfter }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ expects: [401] });
      await open('/api-keys');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByLabel('Email address').fill(owner.email);
      await page.getByLabel('Password').fill(PASSWORD);
      const { mail } = await mailAfter(owner.email, () => page.keyboard.press('Enter'));
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      await isAccessible(t);
      const code = codeIn(mail);
      await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
      await page.keyboard.press('Enter');
      await page.getByText('The code is wrong').waitFor();
      await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      t.is(new URL(page.url()).pathname, '/api-keys');

      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByLabel('Email address').fill(owner.email);
      await page.getByLabel('Password').fill('a wrong password of mine');
      await page.keyboard.press('Enter');
      await page.getByText('The address or the password is wrong.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      await end(t);
    },
  },
  {
    title: 'single sign-on without a binding is told on the page',
    run: async (t, { visit }) => {
      const { page, open, isAccessible, end } = await visit({ expects: [404] });
      await open('/login');
      await page.getByRole('button', { name: 'Use single sign-on' }).click();
      await page.getByLabel('Work email address').fill('jana@nowhere.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Single sign-on is not set up for nowhere.example').waitFor();
      await isAccessible(t);
      await end(t);
    },
  },
  {
    title: 'a single sign-on that comes back with an error lands on a page that says what to do',
    run: async (t, { visit }) => {
      const { page, open, isAccessible, end } = await visit();
      await open('/v1/auth/sso/callback?error=access_denied&error_description=Call+us&state=x');
      await page.getByRole('heading', { name: 'You were not signed in' }).waitFor();
      await page.getByText('took longer than 10 minutes').waitFor();
      const id = new URL(page.url()).searchParams.get('request_id') ?? '';
      await page.getByText(id, { exact: true }).waitFor();
      t.false(page.url().includes('Call'), 'nothing of what the provider said');
      await isAccessible(t);
      await open('/sso-error?problem=no_member&request_id=Call%20us%20on%20555');
      await page.getByText('Ask an owner or admin of the team').waitFor();
      t.is(await page.getByText('555').count(), 0);
      await open('/sso-error?problem=made_up');
      await page.getByText('could not finish the sign-in').waitFor();
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      await end(t);
      const czech = await visit({ language: 'cs' });
      await czech.open('/v1/auth/sso/nowhere.example');
      await czech.page.getByText('Pro tuto doménu není jednotné přihlášení nastaveno.').waitFor();
      await czech.end(t);
    },
  },
  {
    title: 'a forgotten password is replaced through the link of the mail, which works once',
    run: async (t, { visit, newTeam, mailAfter }) => {
      const { owner } = await newTeam('owner');
      const { page, open, isAccessible, end } = await visit({ expects: [422] });
      await open('/login');
      await page.getByRole('link', { name: 'Forgot the password?' }).click();
      await page.getByLabel('Email address').fill(owner.email);
      const { mail } = await mailAfter(owner.email, () =>
        page.getByRole('button', { name: 'Send the link' }).click(),
      );
      await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
      const link = `/reset-password#token=${tokenIn(mail)}`;
      t.true(mail.text.includes(link));
      await open(link);
      t.is(await page.evaluate(() => location.hash), '', 'the token is gone from the address');
      await page.getByLabel('New password').fill('password1234');
      await page.keyboard.press('Enter');
      await page.getByText('This password is easy to guess').waitFor();
      await isAccessible(t);
      await page.getByLabel('New password').fill('another quiet heron at dawn');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'The new password is set' }).waitFor();
      await page.goto('about:blank');
      await open(link);
      await page.getByLabel('New password').fill('another quiet heron at dawn');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await end(t);
    },
  },
];
