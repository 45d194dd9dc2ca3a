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
    destroyed: { key_ids: [ids.destroyedKey], rows, copies: { stored_answers: 2, webhook_bodies: 5 } },
    remains: [
      "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
      'The rows of the audit trail, usage and balance, which hold no clinical value.',
    ],
    backups_expire_at: at.backupsExpire,
    signature: {
      algorithm: 'Ed25519',
      signing_key_id: ids.signingKey,
      public_key: 'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
      value: 'ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==',
    },
  },
});
