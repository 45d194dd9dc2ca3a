import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { destroyedBy, type Destroyed } from '../../shared/erasure/records.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { CommandDeps } from './deps.ts';
import { certificateSchema, erasedSubject } from '../../shared/erasure/certificate-schema.ts';
import { signStatement, type ErasureStatement } from '../../shared/erasure/certificates.ts';

/** The answer of every erasure. */
export const erasedSchema = z
  .object({
    erased: z.literal(true).meta({ description: 'It is erased, and nobody can read it any more.' }),
    subject: erasedSubject.meta({ description: 'What was erased.' }),
    erased_at: instant('When the keys were destroyed.'),
    certificate: certificateSchema.meta({ description: 'The signed statement of it; keep it as a proof.' }),
  })
  .meta({ id: 'Erased', description: 'What an erasure did.' });

/** What every erasure of a session leaves behind. */
export const SESSION_REMAINS: readonly string[] = [
  "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
  'The rows of the audit trail, usage and balance, and the rows of deliveries without their bodies, which hold no clinical value.',
  'Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.',
  'Backups that were made before, for as long as they are kept: the ledger of erasures is applied to each that is restored.',
];

type Concluded = { keyIds: string[]; at: Date | null; destroyed: Destroyed; copies: Record<string, number> };

/** Answers an erasure that has happened, with its signed certificate. */
export async function answerErased(
  { signer }: Pick<CommandDeps, 'signer'>,
  stated: ErasureStatement,
): Promise<RouteResult> {
  const certificate = await signStatement({ signer }, stated);
  const { subject, erased_at } = certificate;
  return { status: 200, body: { erased: true, subject, erased_at, certificate } };
}

/**
 * Writes erasures into the ledger, then returns everything that they destroyed; the projector may have done a part
 * of it; `at` is when the last of it was. An erasure is valid without its line in the ledger: where writing fails now, the reactor `erasure-ledger`
 * writes it later.
 */
export async function concludeErasures(
  { ledger }: Pick<CommandDeps, 'ledger'>,
  pool: Pool,
  { tenantId, erasureIds }: { tenantId: string; erasureIds: readonly string[] },
): Promise<Concluded> {
  await ledger.record(pool, erasureIds).catch(() => undefined);
  const { keyIds, at, ...destroyed } = await destroyedBy(pool, tenantId, erasureIds);
  const { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries } = destroyed;
  return {
    keyIds,
    at,
    destroyed,
    copies: { stored_answers, webhook_bodies, response_excerpts, cancelled_deliveries },
  };
}
