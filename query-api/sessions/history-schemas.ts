import { z } from 'zod';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { sessionEvents } from '../../domain/session/events.ts';
import { stateFields, stateSchema } from '../../shared/sessions/schemas.ts';
import { actorSchema } from '../kernel/actor.ts';

/** What history and time travel answer with. Types of generated clients come from the names given here. */

const erased = z
  .literal(true)
  .optional()
  .meta({ description: 'Stands alone where this was cleared or erased: its key is destroyed.' });

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
  const { id = name } = group.meta() ?? {};
  const part = group
    .partial()
    .extend({ erased })
    .refine((value) => value.erased === true || group.safeParse(value).success)
    .meta({ id: `History${id}`, description: 'All of its fields, or `erased` alone.' });
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
  const groups = Object.entries(sealed).map(
    ([group, { schema }]) => [group, shownPart(schema, `${name}${pascal(group)}`)] as const,
  );
  return z
    .object({
      revision: z.int().min(0),
      event_id: z.uuid(),
      type: z.literal(type),
      at: z.iso.datetime(),
      actor: actorSchema,
      request_id: z.string(),
      engine_version: z.string().nullable(),
      tokens_charged: z.int32().min(0),
      data: clear.extend(Object.fromEntries(groups)).meta({ id: `History${name}Data` }),
    })
    .meta({ id: `History${name}` });
};

const damaged = 'An event was damaged: nobody can read it.';

const [opening, ...others] = sessionEvents;
const anyEvent = z.discriminatedUnion('type', [
  shownEvent(opening),
  ...others.map(shownEvent),
  shownEvent({
    type: EVENT_UNREADABLE.type,
    version: 1,
    clear: z.object({ unreadable: z.literal(true).meta({ description: damaged }) }),
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
      .meta({ description: 'Oldest first. Left out where `at` asks for the state.' }),
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
    revision: z.int().min(0).meta({ description: 'The latest revision of then.' }),
    erased: z.boolean().meta({
      description: 'Whether what was concluded then was derived with an answer that was cleared since.',
    }),
    unreadable: z.boolean().meta({ description: `Whether it cannot be told. ${damaged}` }),
    state: stateSchema
      .nullable()
      .meta({ description: 'As it was answered then; null where it is erased or unreadable.' }),
  })
  .meta({ id: 'PastSessionState' });
