import type { Mail } from '../../shared/mail/mail.ts';

/**
 * The mails of the service. Tokens stand after the `#` of a link, which a browser sends to no server and writes into no
 * referrer. `dashboardUrl` is the setting DASHBOARD_URL.
 */

const page = (dashboardUrl: string, name: string, token: string): string =>
  `${dashboardUrl}/${name}#token=${token}`;

/**
 * A name that somebody else chose, in a mail under our sender: one line without anything that a mail program would turn
 * into a link.
 */
const shownName = (name: string, instead: string): string => {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} ,'&()-]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 100);
  return plain === '' ? instead : plain;
};

const signature = '\n\nClinical Triage Service\n';

/** Asks somebody to join a team. */
export const invitationMail = (invitation: {
  to: string;
  team: string;
  token: string;
  expiresAt: string;
  dashboardUrl: string;
}): Mail => ({
  kind: 'invitation',
  to: invitation.to,
  subject: 'Invitation to the Clinical Triage Service',
  text:
    `You were invited to join the team "${shownName(invitation.team, 'unnamed')}".\n\n` +
    `Accept the invitation and choose a password:\n` +
    `${page(invitation.dashboardUrl, 'accept-invite', invitation.token)}\n\n` +
    `The link works once, until ${shownTime(invitation.expiresAt)}. ` +
    `If you expected no invitation, ignore this mail.${signature}`,
});

/** Carries a one-time code of 6 digits. */
export const codeMail = (code: { to: string; code: string; minutes: number }): Mail => ({
  kind: 'code',
  to: code.to,
  subject: 'Your code for the Clinical Triage Service',
  text:
    `Your code is ${code.code}\n\n` +
    `It works once, for ${code.minutes} minutes. We never ask for it by phone or mail. ` +
    `If you did not ask for it, ignore this mail.${signature}`,
});

/** Carries the link with which a new password can be set. */
export const passwordResetMail = (reset: {
  to: string;
  token: string;
  expiresAt: string;
  dashboardUrl: string;
}): Mail => ({
  kind: 'password_reset',
  to: reset.to,
  subject: 'Reset your password of the Clinical Triage Service',
  text:
    `Choose a new password:\n${page(reset.dashboardUrl, 'reset-password', reset.token)}\n\n` +
    `The link works once, until ${shownTime(reset.expiresAt)}. All sessions end when the password changes. ` +
    `If you did not ask for it, ignore this mail: your password stays as it is.${signature}`,
});

/** Answers a registration for an address that has an account, to its owner alone. */
export const alreadyRegisteredMail = (account: { to: string; dashboardUrl: string }): Mail => ({
  kind: 'already_registered',
  to: account.to,
  subject: 'You have an account of the Clinical Triage Service',
  text:
    `Somebody tried to register an account with this address, which has one already.\n\n` +
    `Sign in: ${account.dashboardUrl}/login\n` +
    `If you do not know the password, reset it: ${account.dashboardUrl}/forgot-password\n\n` +
    `If it was not you, ignore this mail: nothing was changed.${signature}`,
});

/** `2026-01-05 08:00 UTC` */
const shownTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
