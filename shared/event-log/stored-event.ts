import { z } from 'zod';

export const ACTOR_TYPES = ['api_key', 'member', 'operator', 'system'] as const;

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
});
export type EventMetadata = z.output<typeof metadataSchema>;
/** What the caller of the codec knows of it; the codec adds the rest. */
export type NewMetadata = Omit<
  z.input<typeof metadataSchema>,
  'schema_version' | 'tokens_charged' | 'command_id'
>;

/** An event as it goes into the log: plain JSON, sealed groups as base64 beside their key's id. */
export type EncodedEvent = {
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
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
};
