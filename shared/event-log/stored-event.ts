import { z } from 'zod';
import type { OnBehalfOf } from './on-behalf-of.ts';

export const ACTOR_TYPES = ['api_key', 'member', 'login', 'operator', 'system'] as const;

/** What stands beside every event, in clear. Nothing personal may be added here. */
export const metadataSchema = z.object({
  tenant_id: z.uuid(),
  actor: z.object({ type: z.enum(ACTOR_TYPES), id: z.string() }),
  request_id: z.string(),
  /** The address that the call came from; null where nobody called. */
  ip: z.string().nullable().default(null),
  command_id: z.uuid(),
  /** The event that caused this one, where a reactor appended it. */
  causation_id: z.uuid().nullable(),
  schema_version: z.int(),
  engine_version: z.string().nullable(),
  tokens_charged: z.int().min(0),
  /** When the command was accepted, ISO 8601 UTC with milliseconds. */
  occurred_at: z.iso.datetime(),
  test: z.boolean(),
  /** For whom the caller made the call, sealed (base64); left out where the call named nobody. See `sealEndUser`. */
  on_behalf_of: z.string().optional(),
});
export type EventMetadata = z.output<typeof metadataSchema>;
/** What the caller of the codec knows of it; the codec adds the rest. */
export type NewMetadata = Omit<
  z.input<typeof metadataSchema>,
  'schema_version' | 'tokens_charged' | 'command_id' | 'on_behalf_of'
> & {
  /** The codec seals it, where it is not sealed already (base64). */
  on_behalf_of?: OnBehalfOf | string | undefined;
};

/** An event as it goes into the log: plain JSON, sealed groups as base64 beside their key's id. */
export type EncodedEvent = {
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  /** In the log the MAC of the event stands in here as well, see `event-mac.ts`. */
  metadata: EventMetadata & { mac?: string };
};

/** An event as it comes out of the log, not opened yet. */
export type StoredEvent = {
  eventId: string;
  type: string;
  stream: string;
  revision: number;
  /** Commit position in the global log. */
  position: bigint;
  data: Record<string, unknown>;
  metadata: unknown;
  /** Set where the rest is a stand-in, with valid metadata and nothing sealed. */
  standIn?: StandIn;
};

/** Why an event does not count as written by this installation: it carries no MAC, or another than it has to. */
export const MAC_PROBLEMS = ['mac_missing', 'mac_wrong'] as const;
export type MacProblem = (typeof MAC_PROBLEMS)[number];

/** What is known of an event that readers get a stand-in for. */
export type StandIn = {
  /**
   * `parked`: its MAC does not verify, and nobody has decided yet. `skipped`: an operator gave up an event of ours.
   * `discarded`: an operator decided that it never was one.
   */
  why: 'parked' | 'skipped' | 'discarded';
  /** What is wrong with its MAC, if anything is. */
  problem: MacProblem | null;
  /** SHA-256 (hex) of its bytes. */
  digest: string;
  /** The canonical audit row that it had before it broke; null where it had none. */
  auditRow: string | null;
  /** As it is stored; null at the place of the skip, where it is told of once more. */
  original: StoredEvent | null;
};

/** Whether it stands for an event that counts as none of ours: it did nothing, and is in nobody's audit trail. */
export const isStranger = ({ standIn }: Pick<StoredEvent, 'standIn'>): boolean =>
  standIn?.why === 'parked' || standIn?.why === 'discarded';

/** The stored bytes do not have the shape that their type and version promise. */
export class CorruptEventError extends Error {
  constructor(eventId: string, problem: string) {
    super(`event ${eventId}: ${problem}`);
    this.name = 'CorruptEventError';
  }
}

/** A later version of the service wrote the event: it is whole. */
export class LaterVersionError extends CorruptEventError {}

/**
 * A stored part in its shape. The CorruptEventError that it throws otherwise never tells a value: only which part of which
 * event is wrong. Of a path only the first name is told, which is the schema's own: below it, callers may have chosen names.
 */
export function parsePart<S extends z.ZodType>(
  schema: S,
  value: unknown,
  stored: StoredEvent,
  part: string,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const wrong = names.filter((name) => parsed.error.issues.some((issue) => issue.path[0] === name));
  throw new CorruptEventError(stored.eventId, `${part} do not fit ${stored.type} (${wrong.join(', ')})`);
}

const metadataOfEvents = new WeakMap<StoredEvent, EventMetadata>();

/** The metadata of an event, parsed once for all who ask. Throws CorruptEventError. */
export function metadataOf(stored: StoredEvent): EventMetadata {
  const known = metadataOfEvents.get(stored);
  if (known !== undefined) return known;
  const metadata = parsePart(metadataSchema, stored.metadata, stored, 'metadata');
  metadataOfEvents.set(stored, metadata);
  return metadata;
}
