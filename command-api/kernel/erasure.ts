import { z } from 'zod';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { CommandDeps } from './deps.ts';

const subjectSchema = z.object({
  type: z.enum(['session', 'patient']),
  id: z.string().meta({
    description:
      "The session's id, the profile's, or, where a patient had none, the keyed hash (hex) of its id.",
  }),
});

const certificateSchema = z
  .object({
    certificate_id: z.uuid(),
    subject: subjectSchema,
    erased_at: z.iso.datetime(),
    destroyed: z.object({
      key_ids: z.array(z.uuid()),
      rows: z.record(z.string(), z.int()),
    }),
    remains: z.array(z.string()),
    backups_expire_at: z.iso.datetime(),
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
  /** What is still there, and why it cannot be read. */
  remains: string[];
};

const DAY_MS = 86_400_000;

type CertifyDeps = Pick<CommandDeps, 'signer' | 'backupRetentionDays'>;

/** The signed certificate of an erasure that has happened. */
export async function certify(
  deps: CertifyDeps,
  { certificateId, subject, at, keyIds, rows, remains }: ErasedSubject<string>,
) {
  const statement = {
    certificate_id: certificateId,
    subject,
    erased_at: at.toISOString(),
    destroyed: { key_ids: keyIds, rows },
    remains,
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
