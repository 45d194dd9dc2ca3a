import { z } from 'zod';
import type { DataKey, RandomBytes } from '../crypto/seal.ts';
import { openJson, sealJson } from '../crypto/seal.ts';
import type { RequestRecord } from '../http/observe.ts';

/** One call as the request inspector shows it: never a body, a query, a raw path or a credential. */
export const requestEntrySchema = z
  .object({
    request_id: z.string(),
    ts: z.iso.datetime().meta({ description: 'When the call came in.' }),
    method: z.string(),
    path: z.string().meta({ description: 'The template of the route; ids are never kept.' }),
    status: z.int32().min(100).max(599),
    duration_ms: z.int32().min(0),
    tokens_charged: z.int32().min(0),
    api_key_prefix: z.string().nullable().meta({ description: 'Null for a member’s dashboard session.' }),
    user_agent: z.string().nullable(),
    ip: z.string(),
    error_code: z.string().nullable(),
  })
  .meta({ id: 'RequestEntry' });
export type RequestEntry = z.output<typeof requestEntrySchema>;

export const toRequestEntry = (record: RequestRecord): RequestEntry => ({
  request_id: record.requestId,
  ts: record.at.toISOString(),
  method: record.method,
  path: record.route,
  status: record.status,
  duration_ms: Math.round(record.durationMs),
  tokens_charged: record.tokensCharged ?? 0,
  api_key_prefix: record.keyPrefix,
  user_agent: record.userAgent,
  ip: record.ip,
  error_code: record.errorCode,
});

/** The caller chooses its request id and user agent freely, so an entry leaves the process sealed. */
const placeOf = (tenantId: string): string => `request|${tenantId}`;

export const sealRequestEntry = (
  key: DataKey,
  tenantId: string,
  entry: RequestEntry,
  random: RandomBytes,
): Buffer => sealJson(key, placeOf(tenantId), entry, random);

/** Null for an entry in the form of another version of this software. Throws TamperedError. */
export function openRequestEntry(key: DataKey, tenantId: string, sealed: Uint8Array): RequestEntry | null {
  const parsed = requestEntrySchema.safeParse(openJson(key, placeOf(tenantId), sealed));
  return parsed.success ? parsed.data : null;
}
