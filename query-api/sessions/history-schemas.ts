import { z } from 'zod';
import { count, id, instant, text, truth } from '../../domain/kernel/fields.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { sessionEvents } from '../../domain/session/events.ts';
import { stateFields, stateSchema } from '../../shared/sessions/schemas.ts';
import { actorSchema } from '../../shared/audit/actor-schema.ts';

/** What history and time travel answer with. Types of generated clients come from the names given here. */

const erased = z.literal(true).optional().meta({
  description: 'true, and nothing beside it, where this was cleared or erased: its key is destroyed.',
});

const revision = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [7] });

const pascal = (name: string): string =>
  name.replace(/(^|[-_])(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const parts = new Map<z.ZodObject, z.ZodObject>();

/**
 * A sealed group of an event as it is shown: all of its fields, or `erased` alone. One type and no union of two, since
 * generated clients take a union without a common field for its first member.
 */
function shownPart(group: z.ZodObject, name: string): z.ZodObject {
  const known = parts.get(group);
  if (known !== undefined) return known;
  const { id = name, description = '' } = group.meta() ?? {};
  const part = group
    .partial()
    .extend({ erased })
    .refine((value) => value.erased === true || group.safeParse(value).success)
    .meta({ id: `History${id}`, description: `${description} All of its fields, or \`erased\` alone.` });
  parts.set(group, part);
  return part;
}

export type ShownEvent = {
  revision: number;
  event_id: string;
  type: string;
  at: string;
  actor: { type: string; id: string };
  request_id: string;
  engine_version: string | null;
  tokens_charged: number;
  data: Record<string, unknown>;
};

/** An event in the shape in which it is declared. */
const shownEvent = ({ type, clear, sealed }: EventDefinition) => {
  const name = pascal(type);
  const groups = Object.entries(sealed).map(([group, { schema }]) => {
    const part = shownPart(schema, `${name}${pascal(group)}`);
    return [group, part.meta({ description: schema.description })] as const;
  });
  return z
    .object({
      revision: revision('Place of the event in the session, from 0.'),
      event_id: id('The event; also in the audit trail.'),
      type: z.literal(type).meta({ description: 'What kind of event it is.' }),
      at: instant('When it happened.'),
      actor: actorSchema.meta({ description: 'Who did it.' }),
      request_id: text('The X-Request-ID of the call.', '0198c0de-0000-7000-8000-000000000070'),
      engine_version: text(
        'The clinical engine that concluded; null where nothing was concluded.',
        '1.0.0+fa685815',
      ).nullable(),
      tokens_charged: count('Tokens that the call was charged.', 8),
      data: clear
        .extend(Object.fromEntries(groups))
        .meta({ id: `History${name}Data`, description: `What ${type} holds.` })
        .describe('What the event holds.'),
    })
    .meta({ id: `History${name}`, description: clear.description });
};

const damaged = 'An event was damaged: nobody can read it.';

const [opening, ...others] = sessionEvents;
const anyEvent = z.discriminatedUnion('type', [
  shownEvent(opening),
  ...others.map(shownEvent),
  shownEvent({
    type: EVENT_UNREADABLE.type,
    version: 1,
    clear: z
      .object({ unreadable: z.literal(true).meta({ description: 'Nothing of it can be shown.' }) })
      .meta({ description: damaged }),
    sealed: {},
  }),
]);

const { session_id, ...otherStateFields } = stateFields;

/** One type for both forms of the answer: with `at` the fields of the state stand in the place of the events. */
export const historySchema = z
  .object({
    session_id,
    events: z
      .array(anyEvent as z.ZodType<ShownEvent>)
      .optional()
      .meta({ description: 'The events, oldest first. Left out where `at` asks for the state.' }),
    ...z.object(otherStateFields).partial().shape,
    erased,
    unreadable: z
      .literal(true)
      .optional()
      .meta({ description: `Stands alone. ${damaged}` }),
  })
  .meta({
    id: 'SessionHistory',
    description:
      'The events; or, where `at` asks for it, the fields of the state, or `erased` or `unreadable` in their place.',
  });

export const pastStateSchema = z
  .object({
    session_id,
    revision: revision('The latest revision of then.'),
    erased: truth(
      'Whether what was concluded then was derived with an answer that was cleared since.',
      false,
    ),
    unreadable: truth(`Whether it cannot be told. ${damaged}`, false),
    state: stateSchema
      .nullable()
      .meta({ description: 'The state as it was answered then; null where it is erased or unreadable.' }),
  })
  .meta({ id: 'PastSessionState', description: 'The state of the session at an earlier time.' });
