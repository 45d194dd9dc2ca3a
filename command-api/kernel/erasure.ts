import { z } from 'zod';
import { id, instant, text, texts } from '../../domain/kernel/fields.ts';
import { destroyedBy, type Destroyed } from '../../shared/erasure/records.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { CommandDeps } from './deps.ts';
import { signStatement, type ErasureStatement } from './erasure-certificate.ts';

const subjectSchema = z
  .object({
    type: z
      .enum(['session', 'patient'])
      .meta({
        description: 'What was erased: one session, or a patient with all sessions.',
        examples: ['session'],
        id: 'ErasureSubjectType',
      })
      .describe('What kind of thing it was.'),
    id: z.string().meta({
      description:
        "The session's id, the profile's, or, where a patient had none, the keyed hash (hex) of its id.",
      examples: ['0198c0de-0000-7000-8000-000000000030'],
    }),
  })
  .meta({ id: 'ErasureSubject', description: 'Who or what was erased.' });

const counts = z.record(z.string(), z.int32().min(0));

const certificateSchema = z
  .object({
    certificate_id: id('The certificate; also in the ledger of erasures.'),
    subject: subjectSchema.meta({ description: 'What was erased.' }),
    erased_at: instant('When the keys were destroyed.'),
    destroyed: z
      .object({
        key_ids: z
          .array(id('A data key.'))
          .meta({ description: 'Data keys that are destroyed: nothing that they sealed can be opened.' }),
        rows: counts.meta({
          description: 'Rows removed, by what they were.',
          examples: [{ sessions: 1 }],
        }),
        copies: counts.meta({
          description:
            'Copies elsewhere: `stored_answers` kept for repeats of a call, `webhook_bodies`, `response_excerpts` of ' +
            'receivers, `cancelled_deliveries`.',
          examples: [{ stored_answers: 2, webhook_bodies: 5, response_excerpts: 0, cancelled_deliveries: 0 }],
        }),
      })
      .meta({ description: 'What is gone.' }),
    remains: texts(
      'What is still there, and why nobody can read it.',
      'Answers to calls that resolved a delivery, kept sealed under the key of the tenant for repeats, for 24 hours.',
    ),
    backups_expire_at: instant(
      'When the last backup that may hold the keys is gone; until then the ledger of erasures guards it.',
    ),
    signature: z
      .object({
        algorithm: z.literal('Ed25519').meta({ description: 'How it is signed.' }),
        signing_key_id: id('The key that signed it.'),
        public_key: text(
          'Its public half: SubjectPublicKeyInfo (DER) in base64.',
          'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
        ),
        value: text(
          'Base64, over the certificate without `signature` as JSON with sorted keys.',
          'ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==',
        ),
      })
      .meta({ description: 'The signature of the service.', id: 'ErasureSignature' })
      .describe('What proves that the service made it.'),
  })
  .meta({ id: 'ErasureCertificate', description: 'A signed statement of what an erasure destroyed.' });

/** The answer of every erasure. */
export const erasedSchema = z
  .object({
    erased: z.literal(true).meta({ description: 'It is erased, and nobody can read it any more.' }),
    subject: subjectSchema.meta({ description: 'What was erased.' }),
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
