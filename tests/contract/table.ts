import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { ROLES } from '../../domain/member/types.ts';
import { ERROR_STATUS, type ErrorCode } from '../../shared/http/errors.ts';

const PARTS = ['sessions', 'tenant', 'webhooks', 'other', 'ours'] as const;
export type Part = (typeof PARTS)[number];

const names = z.array(z.string()).default([]);

const row = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/v1/'),
  part: z.enum(PARTS),
  access: z.enum([...SCOPES, 'any', 'session', 'public', 'probe']),
  roles: z.array(z.enum(ROLES)).nullable().default(null),
  idempotent: z.boolean().default(false),
  cost: z.int().nullable().default(null),
  query: names,
  body: names,
  success: z.array(z.int()).min(1),
  errors: z.array(z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])).default([]),
});
export type Row = z.output<typeof row>;

/** The table of every operation, see its head. */
export const table: readonly Row[] = z
  .array(row)
  .parse(load(readFileSync(new URL('./operations.yaml', import.meta.url), 'utf8')));
