import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { EVENT_DISCARDED, EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import type {
  AnyEvent,
  EventDefinition,
  Fact,
  KeyRole,
  SealedGroup,
  Upcaster,
} from '../../domain/kernel/event-definition.ts';
import type { OpenedKeys } from '../crypto/data-keys.ts';
import { NotJsonError, openJson, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import { buildLadders } from './ladders.ts';
import { sealEndUser } from './on-behalf-of.ts';
import {
  CorruptEventError,
  LaterVersionError,
  metadataOf,
  metadataSchema,
  parsePart,
  type EncodedEvent,
  type EventMetadata,
  type NewMetadata,
  type StoredEvent,
} from './stored-event.ts';

/** An opened event with all that a projection or a fold may want to know of it. */
export type DecodedEvent<E extends AnyEvent = AnyEvent> = Fact<E> & {
  stream: string;
  position: bigint;
  metadata: EventMetadata;
};

/** Keys to seal with, by role. Deciders name roles; the handler knows the keys. */
export type SealingKeys = Partial<Record<KeyRole, { keyId: string; key: DataKey }>>;

export type EncodeContext = {
  stream: string;
  /** Event ids follow from the command's id and the event's place among the command's events. */
  commandId: string;
  keys: SealingKeys;
  metadata: NewMetadata;
  /** Charged by the command: recorded on its first event. */
  tokensCharged: number;
};

export type Codec = {
  /** Validates and seals the events of one command. Throws where an event breaks its own schema. */
  encode(events: AnyEvent[], context: EncodeContext): EncodedEvent[];
  /** Ids of the keys that open this event. */
  keyIdsOf(stored: StoredEvent): string[];
  /**
   * Opens, upcasts and validates. Throws TamperedError, CorruptEventError; a destroyed key gives a null group. A stand-in
   * opens as EVENT_UNREADABLE or EVENT_DISCARDED, whatever it stands for.
   */
  decode(stored: StoredEvent, keys: OpenedKeys): DecodedEvent;
  knows(type: string): boolean;
  /** Roles of the keys that seal an event of this type. */
  rolesOf(type: string): KeyRole[];
};

type Fields = Record<string, unknown>;

const sealedGroups = z.record(z.string(), z.object({ k: z.uuid(), d: z.string() }));

export const eventIdOf = (commandId: string, index: number): string => uuidV5(`event-${index}`, commandId);

const placeOf = (tenantId: string, stream: string, eventId: string, field: string): string =>
  `event|${tenantId}|${stream}|${eventId}|${field}`;

/**
 * The codec of these events. Throws where an event's older versions cannot all be brought up to date (see
 * `buildLadders`).
 */
export function createCodec(
  definitions: readonly EventDefinition[],
  upcasters: readonly Upcaster[],
  random: RandomBytes,
): Codec {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  const ladders = buildLadders(definitions, upcasters);
  const definitionOf = (type: string, eventId: string): EventDefinition => {
    const definition = byType.get(type);
    if (!definition) throw new CorruptEventError(eventId, `unknown type ${type}`);
    return definition;
  };

  function encodeOne(event: AnyEvent, index: number, context: EncodeContext): EncodedEvent {
    const eventId = eventIdOf(context.commandId, index);
    const definition = definitionOf(event.type, eventId);
    const sealed: Record<string, { k: string; d: string }> = {};
    for (const [name, group] of Object.entries(definition.sealed)) {
      const { keyId, key } = sealingKey(context.keys, group, event.type);
      const place = placeOf(context.metadata.tenant_id, context.stream, eventId, name);
      const value = group.schema.parse(event.data[name]);
      sealed[name] = { k: keyId, d: sealJson(key, place, value, random).toString('base64') };
    }
    const clear = definition.clear.parse(clearPart(event.data, definition));
    const { on_behalf_of: endUser, ...metadata } = context.metadata;
    const at = { tenantId: metadata.tenant_id, eventId };
    const on_behalf_of =
      typeof endUser === 'object' ? sealEndUser(endUser, at, random).toString('base64') : endUser;
    return {
      eventId,
      type: event.type,
      data: { ...clear, sealed },
      metadata: metadataSchema.parse({
        ...metadata,
        command_id: context.commandId,
        schema_version: definition.version,
        tokens_charged: index === 0 ? context.tokensCharged : 0,
        ...(on_behalf_of !== undefined && { on_behalf_of }),
      }),
    };
  }

  function decode(stored: StoredEvent, keys: OpenedKeys): DecodedEvent {
    if (stored.standIn !== undefined) {
      const event = stored.standIn.why === 'discarded' ? EVENT_DISCARDED : EVENT_UNREADABLE;
      return factOf(stored, metadataOf(stored), { event });
    }
    const definition = definitionOf(stored.type, stored.eventId);
    const metadata = metadataOf(stored);
    const { sealed: sealedPart, ...rest } = dataOf(stored);
    const groups = parsePart(sealedGroups, sealedPart, stored, 'sealed groups');
    requireKnownVersion(stored, metadata, definition);
    const steps = (ladders.get(stored.type) ?? []).slice(metadata.schema_version - 1);
    const clear = upToDate(stored, steps, rest, null);
    const data: Fields = parsePart(definition.clear, clear, stored, 'clear fields');
    const keyIds: Partial<Record<KeyRole, string>> = {};
    for (const [name, group] of Object.entries(definition.sealed)) {
      const box = groups[name];
      if (!box) throw new CorruptEventError(stored.eventId, `group ${name} is missing`);
      keyIds[group.key] = box.k;
      const key = keys.get(box.k);
      if (key === undefined) throw new CorruptEventError(stored.eventId, `key of ${name} was not loaded`);
      if (key === 'destroyed') {
        data[name] = null;
        continue;
      }
      const place = placeOf(metadata.tenant_id, stored.stream, stored.eventId, name);
      const opened = openFields(key, place, box.d, { stored, name });
      const current = upToDate(stored, steps, opened, name);
      data[name] = parsePart(group.schema, current, stored, name);
    }
    return factOf(stored, metadata, { event: { type: stored.type, data }, keys: keyIds });
  }

  return {
    encode: (events, context) => events.map((event, index) => encodeOne(event, index, context)),
    decode,
    keyIdsOf: (stored) => {
      const groups = parsePart(sealedGroups, dataOf(stored).sealed, stored, 'sealed groups');
      return Object.values(groups).map((box) => box.k);
    },
    knows: (type) => byType.has(type),
    rolesOf: (type) => Object.values(byType.get(type)?.sealed ?? {}).map((group) => group.key),
  };
}

const factOf = (
  { eventId, revision, stream, position }: StoredEvent,
  metadata: EventMetadata,
  { event, keys = {} }: Pick<DecodedEvent, 'event'> & Partial<Pick<DecodedEvent, 'keys'>>,
): DecodedEvent => ({ event, eventId, revision, at: metadata.occurred_at, keys, stream, position, metadata });

function requireKnownVersion(
  { eventId, type }: StoredEvent,
  { schema_version: version }: EventMetadata,
  definition: EventDefinition,
): void {
  const problem = `version ${version} of ${type} is not known here`;
  if (version > definition.version) throw new LaterVersionError(eventId, problem);
  if (version < 1) throw new CorruptEventError(eventId, problem);
}

function clearPart(data: Record<string, unknown>, definition: EventDefinition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !(name in definition.sealed)));
}

function sealingKey(keys: SealingKeys, group: SealedGroup, type: string): { keyId: string; key: DataKey } {
  const key = keys[group.key];
  if (!key) throw new Error(`no ${group.key} key was prepared for ${type}`);
  return key;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The log takes any JSON. */
function dataOf(stored: StoredEvent): Fields {
  const data: unknown = stored.data;
  if (!isFields(data)) throw new CorruptEventError(stored.eventId, 'its data are no object');
  return data;
}

/** Stored fields in today's shape: the clear ones, or those of a sealed group. */
function upToDate(
  stored: StoredEvent,
  steps: readonly Upcaster[],
  fields: Fields,
  group: string | null,
): Fields {
  try {
    return steps.reduce(
      (value, step) => (group === null ? step.clear?.(value) : step.sealed?.[group]?.(value)) ?? value,
      fields,
    );
  } catch {
    // What an upcaster throws may hold what it was given.
    throw new CorruptEventError(stored.eventId, `${group ?? 'clear fields'} cannot be brought up to date`);
  }
}

function openFields(
  key: DataKey,
  place: string,
  sealed: string,
  { stored, name }: { stored: StoredEvent; name: string },
): Fields {
  let opened: unknown;
  try {
    opened = openJson(key, place, Buffer.from(sealed, 'base64'));
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
  }
  if (!isFields(opened)) throw new CorruptEventError(stored.eventId, `${name} holds no object`);
  return opened;
}
