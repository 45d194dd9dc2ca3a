import type { Folder } from './steps.ts';

const keySession: Folder = {
  name: '1. A dashboard session from an API key',
  description:
    'Cookies in place of the key. The cookie jar keeps them, and `svc_csrf` is sent along as X-CSRF-Token.',
  steps: [
    { operation: 'exchangeApiKey', sender: { key: 'apiKey' } },
    { operation: 'getAccount', name: 'Who the session is', sender: 'cookies' },
    { operation: 'getSystemStatus', sender: 'cookies' },
    { operation: 'logout', name: 'End the session', sender: 'cookies' },
    {
      operation: 'getAccount',
      name: 'Ask without a session',
      refused: { status: 401, when: ': the session is over' },
      sender: 'nobody',
    },
  ],
};

const signIn: Folder = {
  name: '2. Register and sign in',
  description:
    'Makes a trial tenant with you as its owner. Set `email` first. When the mail has come, put its six digits into ' +
    '`code` and go on with "Verify the code". A service without a mail server keeps its mails: its operator reads them ' +
    'with `npm run ops -- mail show`.',
  steps: [
    {
      operation: 'register',
      name: 'Register (set email)',
      body: { email: '{{email}}', password: '{{password}}', name: 'Anna Novotná', company: 'Clinic Example' },
      remember: { challenge_id: 'challenge_id' },
    },
    { operation: 'resendCode', body: { challenge_id: '{{challenge_id}}' }, note: 'The newest code counts.' },
    {
      operation: 'verifyCode',
      name: 'Verify the code (set code)',
      body: { challenge_id: '{{challenge_id}}', code: '{{code}}' },
      forget: ['challenge_id', 'code'],
    },
    { operation: 'getAccount', name: 'Who is signed in', sender: 'cookies' },
    {
      operation: 'login',
      body: { email: '{{email}}', password: '{{password}}' },
      note: 'This browser has shown a code, so a 200. Another one gets a 202 and a code by mail.',
    },
  ],
};

const team: Folder = {
  name: '3. Team',
  description:
    'In the tenant that was registered. Set `colleague_email`; after the second invitation put the token from its mail ' +
    'into `invite_token`.',
  steps: [
    {
      operation: 'createApiKey',
      name: 'Create an API key as the owner',
      sender: 'cookies',
      body: { name: 'Team', test: false },
      remember: { team_key_id: 'key_id', team_api_key: 'raw_key' },
    },
    {
      operation: 'inviteMember',
      name: 'Invite a team member with a key (set colleague_email)',
      sender: { key: 'team_api_key' },
      body: { email: '{{colleague_email}}', name: 'Jana Nová', role: 'developer' },
      remember: { member_id: 'member_id' },
    },
    {
      operation: 'inviteMemberFromDashboard',
      name: 'Invite the team member again as the owner',
      sender: 'cookies',
      body: { email: '{{colleague_email}}', name: 'Jana Nová', role: 'developer' },
      remember: { member_id: 'member_id' },
      note: 'Only the newest link works.',
    },
    {
      operation: 'acceptInvite',
      name: 'Accept the invitation (set invite_token)',
      body: { token: '{{invite_token}}', password: '{{password}}', name: 'Jana Nová' },
      forget: ['invite_token'],
    },
    { operation: 'listTeam', sender: 'cookies' },
    { operation: 'changeMemberRole', sender: 'cookies', body: { role: 'admin' } },
    { operation: 'deactivateMember', sender: 'cookies', forget: ['member_id'] },
    {
      operation: 'revokeApiKey',
      name: 'Revoke the key as the owner',
      sender: 'cookies',
      path: { key_id: '{{team_key_id}}' },
      forget: ['team_key_id', 'team_api_key'],
    },
  ],
};

const password: Folder = {
  name: '4. A forgotten password',
  description: 'Put the token from the mail into `reset_token`. The reset ends every session of the account.',
  steps: [
    { operation: 'forgotPassword', body: { email: '{{email}}' } },
    {
      operation: 'resetPassword',
      name: 'Reset the password (set reset_token)',
      body: { token: '{{reset_token}}', new_password: '{{new_password}}' },
      forget: ['reset_token'],
    },
    {
      operation: 'login',
      name: 'Sign in with the new password',
      body: { email: '{{email}}', password: '{{new_password}}' },
    },
  ],
};

const singleSignOn: Folder = {
  name: '5. Single sign-on',
  description:
    'An operator sets it up for a domain. Then these answer 302 and lead the browser to the provider.',
  steps: [
    {
      operation: 'startSso',
      name: 'Start single sign-on by a parameter',
      refused: { status: 404, when: ': it is not set up for the domain' },
      query: { domain: '{{sso_domain}}' },
    },
    {
      operation: 'startSsoOfDomain',
      name: 'Start single sign-on by a path',
      refused: { status: 404, when: ': it is not set up for the domain' },
      path: { domain: '{{sso_domain}}' },
    },
  ],
};

/** What people do in the dashboard. Where a mail is needed, the name says which variable takes what it brings. */
export const teamAndSignIn: readonly Folder[] = [keySession, signIn, team, password, singleSignOn];
