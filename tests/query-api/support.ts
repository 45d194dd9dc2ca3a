import { createHash } from 'node:crypto';
import net from 'node:net';
import { registerMember } from '../../command-api/members/registrations.ts';
import { operatorOrigin } from '../../command-api/tenants/operations.ts';
import type { Role } from '../../domain/member/types.ts';
import { createPool, type Sql } from '../../shared/postgres/pool.ts';
import { createTenantPools } from '../../shared/postgres/tenant-pools.ts';
import { send, type Client, type TestApi } from '../support/api.ts';
import { HOUR } from '../support/clock.ts';
import { openLoginSession } from '../support/login-sessions.ts';
import { newEmail } from '../support/sign-in.ts';

/** A client with the cookie of a member of the team, who sees both modes. */
export async function newMember(api: TestApi, tenantId: string, role: Role = 'owner') {
  const { runtime, baseUrl } = api;
  const memberId = runtime.newId();
  const member = {
    memberId,
    role,
    email: newEmail(),
    name: 'A person',
    passwordHash: null,
    isVerified: true,
  };
  await registerMember(runtime, member, { origin: operatorOrigin(runtime, tenantId) });
  const from = new Date();
  const to = new Date(from.getTime() + HOUR * 1_000);
  const sessionHeaders = await openLoginSession(runtime, { tenantId, memberId, from, to });
  const headers = await sessionHeaders(from);
  const client: Client = (method, path, body, own = {}) =>
    send(baseUrl, method, path, { body, headers: { ...headers, ...own } });
  return { memberId, client };
}

export type RowPattern = {
  count: number;
  /** Place of the first row in the chain; default 1. */
  from?: number;
  /** SQL over the place `n`. */
  at?: string;
  action?: string;
  actor?: string;
  requestId?: string;
};

/** Puts rows into a tenant's trail as its projection would, but for the hashes, and moves its head. */
export async function addAuditRows(sql: Sql, tenantId: string, pattern: RowPattern): Promise<void> {
  const { count, from = 1, at = "timestamptz '2026-01-05T08:00:00Z' + n * interval '1 second'" } = pattern;
  const { action = "'key.created'", actor = "'actor-1'", requestId = "'req-' || n" } = pattern;
  await sql.query(
    `INSERT INTO read.audit_rows (tenant_id, seq, event_id, at, action, actor_type, actor_id, subject_type,
       subject_id, changed_fields, request_id, ip, canonical, hash, previous_hash)
     SELECT $1::uuid, n, md5(n::text || $1::uuid::text)::uuid, ${at}, ${action}, 'api_key', ${actor}, 'session', 'subject-' || n,
       ARRAY['age', 'sex'], ${requestId}, '203.0.113.7', '{}', sha256(n::text::bytea),
       sha256((n - 1)::text::bytea)
     FROM generate_series($2::bigint, $2::bigint + $3::bigint - 1) n`,
    [tenantId, from, count],
  );
  await sql.query(
    `INSERT INTO read.audit_heads (tenant_id, seq, hash) VALUES ($1, $2::bigint, sha256($2::bigint::text::bytea))
     ON CONFLICT (tenant_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`,
    [tenantId, from + count - 1],
  );
}

/** A tenant's connections as the role of the APIs has them, and how the database would go about a query there. */
export function plannerOf(
  t: { teardown: (work: () => Promise<void>) => void },
  { stack }: TestApi,
  tenantId: string,
) {
  const { databaseUrl } = stack;
  const role = createPool({ databaseUrl, name: 'test-plans', maxConnections: 1, role: 'triage_api' });
  t.teardown(() => role.end());
  const own = createTenantPools(role)(tenantId);
  const planOf = async (text: string, values: unknown[]): Promise<string> => {
    const { rows } = await own.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  return { own, planOf };
}

/** A download whose client has seen the first bytes and then stopped to read. */
export type Stalled = {
  /** Leaves without a word. */
  leave: () => void;
  /** Reads to the end of the connection and gives all that came. */
  rest: () => Promise<string>;
};

/** Starts a GET and stops reading: as soon as bytes came, or at once where `untilBytes` is false. */
export async function stall(
  baseUrl: string,
  path: string,
  options: { rawKey: string; untilBytes?: boolean },
): Promise<Stalled> {
  const { hostname, port } = new URL(baseUrl);
  const socket = net.connect(Number(port), hostname);
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const first = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      resolve();
    });
  });
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${options.rawKey}\r\nConnection: close\r\n\r\n`,
  );
  if (options.untilBytes !== false) {
    await first;
    socket.pause();
  }
  return {
    leave: () => socket.destroy(),
    rest: async () => {
      socket.resume();
      await closed;
      return text;
    },
  };
}

/** SHA-256 in hex. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The lines of a file, and its last one apart. */
export function withoutTrailer(text: string, lineEnd: string) {
  const end = text.lastIndexOf(lineEnd, text.length - lineEnd.length - 1) + lineEnd.length;
  return { content: text.slice(0, end), trailer: text.slice(end, -lineEnd.length) };
}
