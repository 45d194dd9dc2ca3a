import test from 'ava';
import { invitationMail, passwordResetMail } from '../../command-api/kernel/mail-templates.ts';

test('a link carries its token where no server sees it, and a name cannot bring another link', (t) => {
  const dashboardUrl = 'https://dashboard.example';
  const invitation = invitationMail({
    to: 'jana@klinika.example',
    team: 'Win now: https://evil.example/x\r\nwww.evil.example',
    token: 'TOKEN',
    expiresAt: '2026-01-12T08:00:00.000Z',
    dashboardUrl,
  });
  t.regex(invitation.text, /^https:\/\/dashboard\.example\/accept-invite#token=TOKEN$/m);
  t.regex(invitation.text, /until 2026-01-12 08:00 UTC/);
  t.notRegex(invitation.text, /evil\.example|www\./);
  const reset = passwordResetMail({
    to: 'jana@klinika.example',
    token: 'T',
    expiresAt: '2026-01-05T09:00:00.000Z',
    dashboardUrl,
  });
  t.regex(reset.text, /^https:\/\/dashboard\.example\/reset-password#token=T$/m);
});
