import { z } from 'zod';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import type { DataKey, RandomBytes } from '../crypto/seal.ts';
import { openJson, sealJson } from '../crypto/seal.ts';
import type { RequestRecord } from '../http/observe.ts';

const sessionId = id('The session that the call was about; null for any other call.').nullable();

/** One call as the request inspector shows it: never a body, a query, a raw path or a credential. */
export const requestEntrySchema = z
  .object({
    request_id: text('The X-Request-ID of the call.', '0198c0de-0000-7000-8000-000000000070'),
    ts: instant('When the call came in.'),
    method: text('HTTP method.', 'POST'),
    path: text('The template of the route.', '/v1/sessions/{session_id}/finalize'),
    session_id: sessionId,
    status: z
      .int32()
      .min(100)
      .max(599)
      .meta({ description: 'HTTP status of the answer.', examples: [200] }),
    duration_ms: count('How long the call took, in milliseconds.', 24),
    tokens_charged: count('Tokens that the call was charged.', 8),
    api_key_prefix: text(
      'How the key of the call begins; null for a dashboard session of a member.',
      'svc_live_Exam',
    ).nullable(),
    user_agent: text('The User-Agent header; null where none was sent.', 'clinic-integration/1.4').nullable(),
    ip: text('IP address of the caller.', '198.51.100.24'),
    error_code: text('`error.code` of the answer; null where the call succeeded.', 'rate_limited').nullable(),
  })
  .meta({
    id: 'RequestEntry',
    description: 'One call of the tenant, without bodies, ids of patients or credentials.',
  });
export type RequestEntry = z.output<typeof requestEntrySchema>;

/** Up to version 0.2.0 an entry told no session. */
const storedEntrySchema = requestEntrySchema.extend({ session_id: sessionId.default(null) });

export const toRequestEntry = (record: RequestRecord): RequestEntry => ({
  request_id: record.requestId,
  ts: record.at.toISOString(),
  method: record.method,
  path: record.route,
  session_id: record.sessionId,
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
  const parsed = storedEntrySchema.safeParse(openJson(key, placeOf(tenantId), sealed));
  return parsed.success ? parsed.data : null;
}
