import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '../lifecycle/startup-error.ts';
import { createMailbox } from './mailbox.ts';
import type { MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+/i, 'must be a URL such as smtp://user:password@host:587')
  .refine((url) => URL.canParse(url), 'must be a URL such as smtp://user:password@host:587');

/** Settings of whatever sends mail. docs/operator/settings.md explains them. */
export const mailSettings = {
  SMTP_URL: smtpUrl.optional(),
  /** The authority of the mail server's certificate, in PEM; with it, TLS is a must. */
  SMTP_CA_FILE: z.string().min(1).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{3,200}$/, 'must be an address, with or without a name')
    .optional(),
  /** Where the dashboard's pages are: links in mails lead there. Left out, they are at PUBLIC_URL. */
  DASHBOARD_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Without SMTP_URL, mails are kept in `mail` in here. */
  DATA_DIR: z.string().min(1).optional(),
};

export type MailConfig = {
  SMTP_URL?: string | undefined;
  SMTP_CA_FILE?: string | undefined;
  MAIL_FROM?: string | undefined;
  DATA_DIR?: string | undefined;
};

/** Refinement for a schema with these settings: no mail server takes mails from nobody. */
export const fromSomewhere = {
  check: (config: MailConfig): boolean => config.SMTP_URL === undefined || config.MAIL_FROM !== undefined,
  params: { path: ['MAIL_FROM'], message: 'is required with SMTP_URL' },
};

export const mailboxDir = (dataDir: string): string => path.join(dataDir, 'mail');

function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartupError('the file of SMTP_CA_FILE cannot be read');
  }
}

/** SMTP where it is configured, else the mailbox in the data directory, else null. Throws StartupError. */
export function mailTransport(
  config: MailConfig,
  source: { now: () => Date; newId: () => string },
): MailTransport | null {
  if (config.SMTP_URL !== undefined && config.MAIL_FROM !== undefined) {
    const ca = readCa(config.SMTP_CA_FILE);
    return createSmtpTransport({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      ...(ca !== undefined && { ca }),
    });
  }
  return config.DATA_DIR === undefined
    ? null
    : createMailbox({ dir: mailboxDir(config.DATA_DIR), ...source });
}
