import { SESSION_REMAINS } from '../../../command-api/kernel/erasure.ts';
import { at, ids } from './ids.ts';

/** What an erasure is answered with. */
export const erasureOf = (subject: { type: string; id: string }, rows: Record<string, number>) => ({
  erased: true,
  subject,
  erased_at: at.nextMorning,
  certificate: {
    certificate_id: ids.certificate,
    subject,
    erased_at: at.nextMorning,
    destroyed: {
      key_ids: [ids.destroyedKey],
      rows,
      copies: { stored_answers: 2, webhook_bodies: 5, response_excerpts: 0, cancelled_deliveries: 0 },
    },
    remains: [...SESSION_REMAINS],
    backups_expire_at: at.backupsExpire,
    signature: {
      algorithm: 'Ed25519',
      signing_key_id: ids.signingKey,
      public_key: 'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
      value: 'ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==',
    },
  },
});
