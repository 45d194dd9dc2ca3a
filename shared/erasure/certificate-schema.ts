import { z } from 'zod';
import { id, instant, text, texts } from '../../domain/kernel/fields.ts';

/** Of what kind and under which id it was erased. */
export const erasedSubject = z
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

/** What an erasure destroyed, with the signature of the service. */
export const certificateSchema = z
  .object({
    certificate_id: id('The certificate; also in the ledger of erasures.'),
    subject: erasedSubject.meta({ description: 'What was erased.' }),
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
