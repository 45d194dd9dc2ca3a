import { z } from 'zod';
import { deriveKey, openJson, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import type { ServiceKeys } from '../crypto/service-keys.ts';
import type { Pool } from '../postgres/pool.ts';
import { MAIL_LIFETIME_MS, type Mail, type MailKind } from './mail.ts';

export type OutboxDeps = {
  pool: Pool;
  serviceKeys: ServiceKeys;
  random: RandomBytes;
  now: () => Date;
  newId: () => string;
};

/** A mail that is to be tried now. */
export type WaitingMail = {
  mailId: string;
  /** Attempts that were begun, this one included. */
  attempt: number;
  expiresAt: Date;
  /** Null where there is nobody to write to. */
  mail: Mail | null;
};

export type Outbox = {
  /** Keeps a mail until it is sent. Null keeps a row that looks like one. Throws where the database is out of reach. */
  put(mail: Mail | null): Promise<void>;
  /** What is due, for this caller alone until the attempt counts as dead. Throws TamperedError. */
  claim(limit: number): Promise<WaitingMail[]>;
  remove(mail: WaitingMail): Promise<void>;
  putOff(mail: WaitingMail, until: Date): Promise<void>;
};

/** An attempt that takes longer is another process's to repeat. Above the limits of every step of SMTP together. */
const ATTEMPT_MS = 120_000;
const NOBODY = 'nobody';
/** What stands in a row for nobody: about as long as a mail with a code. */
const FILLER = 'x'.repeat(400);

const KINDS = Object.keys(MAIL_LIFETIME_MS) as [MailKind, ...MailKind[]];
const mailSchema = z.object({ kind: z.enum(KINDS), to: z.string(), subject: z.string(), text: z.string() });

const placeOf = (mailId: string): string => `mail|${mailId}`;

type Row = { mail_id: string; kind: string; sealed: Buffer; attempts: number; expires_at: Date };

export function createOutbox({ pool, serviceKeys, random, now, newId }: OutboxDeps): Outbox {
  const keyOf = async (): Promise<DataKey> => deriveKey((await serviceKeys()).seal, 'mail-outbox');

  const settle = async ({ mailId, attempt }: WaitingMail, dueAt: Date | null): Promise<void> => {
    await pool.query({
      name: 'settle-mail',
      text: 'SELECT ops.settle_mail($1, $2, $3)',
      values: [mailId, attempt, dueAt],
    });
  };

  return {
    put: async (mail) => {
      const mailId = newId();
      const at = now();
      const lifetimeMs = MAIL_LIFETIME_MS[mail?.kind ?? 'code'];
      await pool.query({
        name: 'queue-mail',
        text: 'SELECT ops.queue_mail($1, $2, $3, $4, $5)',
        values: [
          mailId,
          mail?.kind ?? NOBODY,
          sealJson(await keyOf(), placeOf(mailId), mail ?? FILLER, random),
          at,
          new Date(at.getTime() + lifetimeMs),
        ],
      });
    },
    claim: async (limit) => {
      const at = now();
      const { rows } = await pool.query<Row>({
        name: 'claim-mails',
        text: 'SELECT mail_id, kind, sealed, attempts, expires_at FROM ops.claim_mails($1, $2, $3)',
        values: [limit, at, new Date(at.getTime() + ATTEMPT_MS)],
      });
      const key = rows.length === 0 ? null : await keyOf();
      return rows.map(({ mail_id: mailId, kind, sealed, attempts, expires_at }) => ({
        mailId,
        attempt: attempts,
        expiresAt: expires_at,
        mail:
          key === null || kind === NOBODY ? null : mailSchema.parse(openJson(key, placeOf(mailId), sealed)),
      }));
    },
    remove: (mail) => settle(mail, null),
    putOff: (mail, until) => settle(mail, until),
  };
}
