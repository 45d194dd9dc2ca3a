import { z } from 'zod';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What a checkpoint of a tenant's audit trail says: at place `seq` of the chain stands the row of event `event_id` with
 * this hash. Checkpoints are numbered from 1 and chained by themselves.
 */
export const checkpointStatement = z.object({
  v: z.literal(1),
  tenant_id: z.uuid(),
  number: z.int().min(1),
  seq: z.int().min(1),
  hash: digest,
  event_id: z.uuid(),
  /** Commit position of that event in the global log, as decimal digits: it may be larger than a JSON number. */
  position: z.string().regex(/^\d{1,20}$/),
  /** When it was signed. */
  at: z.iso.datetime(),
  /** SHA-256 (hex) of the canonical JSON of the statement before it; 64 zeros in the first one. */
  previous: digest,
});
export type CheckpointStatement = z.output<typeof checkpointStatement>;

/** Over the canonical JSON of the statement. Keys and value are base64; the public key is DER (SPKI). */
export const checkpointSignature = z.object({
  algorithm: z.literal('Ed25519'),
  signing_key_id: z.uuid(),
  public_key: z.string().max(100),
  value: z.string().max(100),
});

/** A place of a tenant's trail was signed. Stands in a stream of its own and has no row in the trail. */
export const auditCheckpointSigned = defineEvent({
  type: 'audit-checkpoint-signed',
  version: 1,
  clear: z.object({ statement: checkpointStatement, signature: checkpointSignature }),
  sealed: {},
});

export const auditEvents = [auditCheckpointSigned] as const;
export type NewAuditEvent = NewEventOf<(typeof auditEvents)[number]>;
export type Checkpoint = NewAuditEvent['data'];
