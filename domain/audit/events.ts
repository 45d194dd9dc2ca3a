import { z } from 'zod';
import { id, instant, text } from '../kernel/fields.ts';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

const digest = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `${description} SHA-256 in hex.`, examples: ['b'.repeat(64)] });

const place = {
  tenant_id: id('The tenant whose trail it is.'),
  number: z
    .int()
    .min(1)
    .meta({ description: 'Number of the checkpoint, from 1.', examples: [1] }),
  seq: z
    .int()
    .min(1)
    .meta({ description: 'Place in the chain up to which it reaches, from 1.', examples: [2] }),
  hash: digest('Of the row at that place, in the chain.'),
  event_id: id('The event of that row.'),
  position: z
    .string()
    .regex(/^\d{1,20}$/)
    .meta({
      description: 'Its position in the log, as decimal digits: it may be larger than a JSON number.',
      examples: ['4711'],
    }),
  at: instant('When it was signed.'),
  previous: digest('Of the canonical JSON of the statement before it; 64 zeros in the first one.'),
};

const treeHead = {
  tree_size: z
    .int()
    .min(1)
    .meta({ description: 'How many rows the tree is over: those up to `seq`.', examples: [2] }),
  root: digest('Root of the Merkle tree over these rows (RFC 6962).'),
};

/** What checkpoints said before there was a tree. */
const chainStatement = z.object({ v: z.literal(1), ...place });

/**
 * What a checkpoint of a tenant's audit trail says: at place `seq` of the chain stands the row of event `event_id` with
 * this hash, and the Merkle tree over the rows up to there has this root. Checkpoints are numbered from 1 and chained by
 * themselves.
 */
const treeStatement = z.object({ v: z.literal(2), ...place, ...treeHead });

export const checkpointStatement = z.discriminatedUnion('v', [chainStatement, treeStatement]);
export type CheckpointStatement = z.output<typeof checkpointStatement>;
export type TreeStatement = z.output<typeof treeStatement>;

/** The same as callers are shown it: what has to be there for its signature to fit follows from `v`. */
export const shownStatement = z.object({
  v: z
    .int()
    .min(1)
    .max(2)
    .meta({ description: 'Version of this form.', examples: [2] }),
  ...place,
  tree_size: treeHead.tree_size
    .meta({
      description: 'How many rows the tree is over: those up to `seq`. Left out in version 1.',
      examples: [2],
    })
    .optional(),
  root: digest('Root of the Merkle tree over these rows (RFC 6962). Left out in version 1.').optional(),
});

/** Over the canonical JSON of the statement. Keys and value are base64; the public key is DER (SPKI). */
export const checkpointSignature = z.object({
  algorithm: z.literal('Ed25519').meta({ description: 'How it is signed.' }),
  signing_key_id: id('The key that signed it.'),
  public_key: text(
    'Its public half: SubjectPublicKeyInfo (DER) in base64.',
    'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
  ).max(100),
  value: text(
    'The signature in base64.',
    'ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==',
  ).max(100),
});

/** A place of a tenant's trail was signed: a tree head, in the words of RFC 6962. Stands in a stream of its own and has no row in the trail. */
export const auditCheckpointSigned = defineEvent({
  type: 'audit-checkpoint-signed',
  version: 2,
  clear: z.object({
    statement: checkpointStatement,
    signature: checkpointSignature,
    /**
     * The perfect subtrees that the root is made of, the largest first: who goes on from here need not read the log from
     * its beginning. Not signed, as the root tells whether they are right. None in version 1.
     */
    peaks: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .max(64)
      .optional(),
  }),
  sealed: {},
});

export const auditEvents = [auditCheckpointSigned] as const;
export type NewAuditEvent = NewEventOf<(typeof auditEvents)[number]>;
export type Checkpoint = NewAuditEvent['data'];
