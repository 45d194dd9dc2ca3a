import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { scopeSchema } from '../../shared/api-keys/api-key-schema.ts';
import { distinct } from '../../shared/http/body-rules.ts';
import { boundedText, uuid } from '../../shared/http/schemas.ts';

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
};

export const keyParams = z.object({
  key_id: uuid().meta({ description: 'The `key_id` of the list of keys.' }),
});
