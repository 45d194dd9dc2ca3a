import { z } from 'zod';
import { destroyedBy, type Destroyed } from '../../shared/erasure/records.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { CommandDeps } from './deps.ts';

const subjectSchema = z.object({
  type: z.enum(['session', 'patient']),
  id: z.string().meta({
    description:
      "The session's id, the profile's, or, where a patient had none, the keyed hash (hex) of its id.",
  }),
});

const counts = z.record(z.string(), z.int32().min(0));

const certificateSchema = z
  .object({
    certificate_id: z.uuid(),
    subject: subjectSchema,
    erased_at: z.iso.datetime(),
    destroyed: z.object({
      key_ids: z.array(z.uuid()),
      rows: counts.meta({ description: 'Rows removed, by what they were.' }),
      copies: counts.meta({
        description:
          'Copies elsewhere: `stored_answers` kept for repeats of a call, `webhook_bodies`, `response_excerpts` of ' +
          'receivers, `cancelled_deliveries`.',
      }),
    }),
    remains: z.array(z.string()).meta({ description: 'What is still there, and why nobody can read it.' }),
    backups_expire_at: z.iso.datetime().meta({
      description:
        'When the last backup that may hold the keys is gone; until then the ledger of erasures guards it.',
    }),
    signature: z.object({
      algorithm: z.literal('Ed25519'),
      signing_key_id: z.uuid(),
      public_key: z.string().meta({ description: 'SubjectPublicKeyInfo (DER) in base64.' }),
      value: z.string().meta({
        description: 'Base64, over the certificate without `signature` as JSON with sorted keys.',
      }),
    }),
  })
  .meta({ id: 'ErasureCertificate' });

/** The answer of every erasure. */
export const erasedSchema = z
  .object({
    erased: z.literal(true),
    subject: subjectSchema,
    erased_at: z.iso.datetime(),
    certificate: certificateSchema,
  })
  .meta({ id: 'Erased' });

export type ErasedSubject<Type = z.output<typeof subjectSchema>['type']> = {
  certificateId: string;
  subject: { type: Type; id: string };
  at: Date;
  /** Ids of the destroyed keys, and how many rows were removed from which table. */
  keyIds: string[];
  rows: Record<string, number>;
  /** What was removed elsewhere; left out where there is nothing such. */
  copies?: Record<string, number>;
  /** What is still there, and why it cannot be read. */
  remains: readonly string[];
};

/** What every erasure of a session leaves behind. */
export const SESSION_REMAINS: readonly string[] = [
  "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
  'The rows of the audit trail, usage and balance, and the rows of deliveries without their bodies, which hold no clinical value.',
  'Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.',
  'Backups that were made before, for as long as they are kept: the ledger of erasures is applied to each that is restored.',
];

const DAY_MS = 86_400_000;

type CertifyDeps = Pick<CommandDeps, 'signer' | 'backupRetentionDays'>;

/** The signed certificate of an erasure that has happened. */
export async function certify(
  deps: CertifyDeps,
  { certificateId, subject, at, keyIds, rows, copies = {}, remains }: ErasedSubject<string>,
) {
  const statement = {
    certificate_id: certificateId,
    subject,
    erased_at: at.toISOString(),
    destroyed: { key_ids: keyIds, rows, copies },
    remains: [...remains],
    backups_expire_at: new Date(at.getTime() + deps.backupRetentionDays * DAY_MS).toISOString(),
  };
  return { ...statement, signature: await deps.signer.sign(statement) };
}

/** Answers an erasure that has happened, with its signed certificate. */
export async function answerErased(deps: CertifyDeps, erased: ErasedSubject): Promise<RouteResult> {
  const certificate = await certify(deps, erased);
  const { subject, erased_at } = certificate;
  return { status: 200, body: { erased: true, subject, erased_at, certificate } };
}

type Concluded = Pick<ErasedSubject, 'keyIds'> & { destroyed: Destroyed; copies: Record<string, number> };

/**
 * Writes erasures into the ledger, then returns everything that they destroyed; the projector may have done a part
 * of it. An erasure is valid without its line in the ledger: where writing fails now, the reactor `erasure-ledger`
 * writes it later.
 */
export async function concludeErasures(
  { ledger }: Pick<CommandDeps, 'ledger'>,
  pool: Pool,
  { tenantId, erasureIds }: { tenantId: string; erasureIds: readonly string[] },
): Promise<Concluded> {
  await ledger.record(pool, erasureIds).catch(() => undefined);
  const { keyIds, ...destroyed } = await destroyedBy(pool, tenantId, erasureIds);
  const { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries } = destroyed;
  return {
    keyIds,
    destroyed,
    copies: { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries },
  };
}
