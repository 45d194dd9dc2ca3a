import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { MAX_LIFETIME_DAYS, type Expiry } from '../../domain/api-key/index.ts';
import { scopeSchema } from '../../shared/api-keys/api-key-schema.ts';
import { distinct } from '../../shared/http/body-rules.ts';
import { boundedText, dateTime, uuid } from '../../shared/http/schemas.ts';

/** What a caller says of a key. */
export const keyInput = {
  name: boundedText(1, 100).meta({
    description: 'What the key is called; only for people.',
    examples: ['Ward 4'],
  }),
  scopes: distinct(z.array(scopeSchema).min(1).max(SCOPES.length), 'Each scope may be named once.').meta({
    description: 'What the key may do; the caller must hold each of them.',
  }),
  rate_limit_rpm: z
    .int32()
    .min(1)
    .max(10_000)
    .meta({
      description: 'Requests a minute that the key may send.',
      examples: [60],
    }),
  expires_at: dateTime().meta({
    description: `From when on the key is refused: in the future, at most ${MAX_LIFETIME_DAYS} days (5 years) ahead. ISO 8601 with an offset or Z.`,
    examples: ['2027-03-02T00:00:00.000Z'],
  }),
};

const DAY_MS = 86_400_000;

/** What a decision about the expiry of a key takes from the clock. */
export const expiryAt = (now: Date): Expiry => ({
  at: now.toISOString(),
  latest_expiry: new Date(now.getTime() + MAX_LIFETIME_DAYS * DAY_MS).toISOString(),
});

/** An instant of a caller as events hold it; null where none was sent. */
export const inUtc = (instant: string | null | undefined): string | null =>
  typeof instant === 'string' ? new Date(instant).toISOString() : null;

export const keyParams = z.object({
  key_id: uuid().meta({ description: 'The `key_id` of the list of keys.' }),
});
