import { z } from 'zod';
import { checkpointSignature, shownStatement } from '../../domain/audit/events.ts';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';
import { integer, uuid } from '../../shared/http/schemas.ts';
import { hashHex } from './rows.ts';

export const proofQuery = z.object({
  event_id: uuid()
    .optional()
    .meta({
      description: 'The row whose place is to be proven.',
      examples: ['0198c0de-0000-7000-8000-000000000063'],
    }),
  from_size: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .meta({
      description:
        'The `tree_size` of a checkpoint that you kept: proves that it is the beginning of this trail.',
      examples: [1],
    }),
  checkpoint: z
    .enum(['latest', 'now'])
    .default('latest')
    .meta({
      description:
        'The newest checkpoint that there is; or one that is signed now, where rows came after it.',
      examples: ['latest'],
    }),
});

const signedCheckpoint = z
  .object({
    statement: shownStatement.meta({ description: 'What is signed.' }),
    digest: hashHex('Of the canonical statement: `previous` of the next one.'),
    signature: checkpointSignature.meta({ description: 'The signature of the service.' }),
  })
  .meta({ id: 'AuditCheckpoint', description: 'A tree head: the rows up to a place of the trail, signed.' });

const chainPlace = z
  .int()
  .min(0)
  .meta({ description: 'Place of the row in the trail, from 1.', examples: [2] });

const treeSize = z
  .int()
  .min(1)
  .meta({ description: '`tree_size` of the checkpoint.', examples: [2] });

/** No tree has so many levels. */
const MAX_LEVELS = 64;
const path = (description: string) =>
  z
    .array(
      z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'A node of the tree. SHA-256 in hex.', examples: ['d'.repeat(64)] }),
    )
    .max(MAX_LEVELS)
    .meta({ description, examples: [['d'.repeat(64)]] });

export const auditProof = z
  .object({
    tenant_id: id('The tenant whose trail it is.'),
    head: z
      .object({
        seq: chainPlace.meta({ description: 'Its place in the trail; 0 for an empty one.' }),
        hash: hashHex('Of that row.'),
      })
      .meta({ description: 'The last row as stored.' }),
    covers_head: truth('Whether the newest checkpoint covers the last row.', true),
    checkpoint: signedCheckpoint
      .nullable()
      .meta({ description: 'The newest one; null where none was signed yet.' }),
    row: z
      .object({
        seq: chainPlace,
        canonical: text('The exact text that is hashed.', '{"action":"session.finalized"}'),
        hash: hashHex('Of the row, in the chain.'),
      })
      .nullable()
      .meta({ description: 'The row that was asked for; null where none was.' }),
    inclusion: z
      .object({
        leaf_index: z
          .int()
          .min(0)
          .meta({ description: 'Place of the row among the leaves, from 0.', examples: [1] }),
        tree_size: treeSize,
        path: path('The nodes beside the way from the row to the root, from below.'),
      })
      .nullable()
      .meta({
        description:
          'Proves that the row is in the tree of `checkpoint`; null where no row was asked for, or it is not in a tree yet.',
      }),
    consistency: z
      .object({
        from_size: z
          .int()
          .min(1)
          .meta({ description: 'The size that was asked from.', examples: [1] }),
        tree_size: treeSize,
        path: path('The nodes that make both roots.'),
      })
      .nullable()
      .meta({
        description:
          'Proves that the tree of `from_size` rows is the beginning of the one of `checkpoint`; null where it was not asked for.',
      }),
    public_keys: z
      .array(
        z.object({
          signing_key_id: id('The key, as signatures name it.'),
          public_key: text(
            'Its public half: SubjectPublicKeyInfo (DER) in base64.',
            'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=',
          ),
          created_at: instant('When the signing key was made.'),
        }),
      )
      .meta({ description: 'All signing keys, those that were replaced as well.' }),
  })
  .meta({ id: 'AuditProof', description: 'What proves that the trail is whole.' });

export type AuditProof = z.output<typeof auditProof>;
