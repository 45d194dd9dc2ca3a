import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';

/** Who did something, as the audit trail and the history of a session show it. */
export const actorSchema = z
  .object({
    type: text(
      'api_key, member, login of a data team, operator, or system for a part of the service.',
      'api_key',
    ),
    id: text(
      'Id of the key or member, else the name of the login, operator or part.',
      '0198c0de-0000-7000-8000-000000000020',
    ),
  })
  .meta({
    id: 'Actor',
    description:
      'Who acted: an API key, a member, a login of a data team, an operator, or a part of the service.',
  });
