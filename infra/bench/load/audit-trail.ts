import { randomUUID } from 'node:crypto';
import type { NewAccessRecorded } from '../../../domain/access/events.ts';
import {
  signPlaces,
  BEFORE_THE_FIRST,
  CHECKPOINT_EVERY_ROWS,
  readCheckpoints,
  lastOf,
  treePlace,
  type TreePlace,
} from '../../../shared/audit/checkpoints.ts';
import type { ExpectedRevision } from '../../../shared/event-log/event-log.ts';
import { accessStream } from '../../../shared/event-log/streams.ts';
import { metadataOf, type EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { writeCheckpointRows } from '../../../shared/read-models/audit-checkpoint-rows.ts';
import { isAudited } from '../../../shared/read-models/audit-actions.ts';
import { auditEntryOf, type AuditEntry, type AuditRow } from '../../../shared/read-models/audit-rows.ts';
import {
  extendTrail,
  newTrail,
  writeAuditRows,
  type AuditNode,
} from '../../../shared/read-models/audit-trails.ts';
import type { Installation } from '../../cli/connection.ts';
import type { Random } from './random.ts';

const BATCH_ROWS = 5_000;
const CHECKPOINTS_PER_APPEND = 200;
const LOOKS_PER_APPEND = 500;

const ACTIONS = [
  'session.answered',
  'session.created',
  'patient.viewed',
  'auth.login',
  'key.updated',
] as const;

/** An entry of the size that a session's events have. */
function entryOf(tenantId: string, index: number, random: Random): AuditEntry {
  const subject = randomUUID();
  return {
    v: 1,
    tenant_id: tenantId,
    event_id: randomUUID(),
    stream: `session-${subject}`,
    revision: index % 12,
    type: 'session-answered',
    at: new Date(Date.parse('2026-01-05T08:00:00.000Z') + index * 1_000).toISOString(),
    actor: { type: 'api_key', id: '0191d3a0-0000-7000-8000-0000000000a1' },
    action: random.pick(ACTIONS),
    subject: { type: 'session', id: subject },
    changed_fields: index % 10 === 0 ? ['age', 'sex'] : [],
    request_id: randomUUID(),
    ip: '203.0.113.7',
    tokens_charged: 8,
    data_digest: `${randomUUID()}${randomUUID()}`.replaceAll('-', ''),
  };
}

/** Moves the projection's checkpoint to the end of the log, as if it had made the rows. */
async function moveProjection({ pool, log, now }: Installation): Promise<void> {
  let position = -1n;
  for await (const event of log.readAll(null)) position = event.position;
  await pool.query(
    `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at) VALUES ('audit', 1, $1, $2, $3)
     ON CONFLICT (projection, version) DO UPDATE SET position = excluded.position`,
    [String(position), randomUUID(), now()],
  );
}

async function keepCheckpoints(
  installation: Installation,
  tenantId: string,
  places: TreePlace[],
): Promise<void> {
  let last = BEFORE_THE_FIRST;
  for (let from = 0; from < places.length; from += CHECKPOINTS_PER_APPEND) {
    const part = places.slice(from, from + CHECKPOINTS_PER_APPEND);
    await signPlaces(installation, tenantId, { last, places: part });
    const signed = (await readCheckpoints(installation.log, tenantId)).flatMap(
      (checkpoint) => checkpoint ?? [],
    );
    await writeCheckpointRows(installation.pool, signed.slice(from));
    const newest = signed.at(-1);
    if (newest) last = lastOf(newest);
  }
}

/** Writes a chained and signed trail as the projection would, past the log: for measuring more than could be played. */
export async function writeTrailRows(
  installation: Installation,
  options: { tenantId: string; rows: number; random: Random; onRows: (rows: number) => void },
): Promise<void> {
  const { tenantId, rows, random } = options;
  const head = newTrail();
  // Whoever verifies goes on from there: what the log holds of the tenant has no part in these rows.
  const position = String(await installation.log.lastPosition());
  const places: TreePlace[] = [];
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const batch: AuditRow[] = [];
    const nodes: AuditNode[] = [];
    for (let index = from; index < Math.min(from + BATCH_ROWS, rows); index += 1) {
      const row = extendTrail(head, entryOf(tenantId, index, random), (node) => nodes.push(node));
      batch.push(row);
      if (row.seq % CHECKPOINT_EVERY_ROWS === 0) {
        const { seq, hash } = row;
        const place = { seq, hash: hash.toString('hex'), event_id: row.entry.event_id, position };
        places.push(treePlace(place, head.tree));
      }
    }
    await writeAuditRows(installation.pool, { rows: batch, nodes, heads: new Map([[tenantId, head]]) });
    options.onRows(head.seq);
  }
  await keepCheckpoints(installation, tenantId, places);
  await installation.pool.query('VACUUM ANALYZE read.audit_rows');
  await moveProjection(installation);
}

type Look = NewAccessRecorded['data'];

/** Appends looks of a member at something of a tenant's, many an append. */
export async function appendLooks(
  { log, codec, now }: Pick<Installation, 'log' | 'codec' | 'now'>,
  options: { tenantId: string; memberId: string; count: number; lookOf: () => Look },
): Promise<void> {
  const { tenantId, memberId, count, lookOf } = options;
  const stream = accessStream(tenantId);
  let end: ExpectedRevision = 'no_stream';
  for await (const { revision } of log.readTail(stream, 1)) end = revision;
  for (let left = count; left > 0; left -= LOOKS_PER_APPEND) {
    const events = Array.from({ length: Math.min(LOOKS_PER_APPEND, left) }, (): EncodedEvent[] =>
      codec.encode([{ type: 'access-recorded', data: lookOf() }], {
        stream,
        commandId: randomUUID(),
        keys: {},
        tokensCharged: 0,
        metadata: {
          tenant_id: tenantId,
          actor: { type: 'member', id: memberId },
          request_id: randomUUID(),
          ip: '203.0.113.7',
          causation_id: null,
          engine_version: null,
          occurred_at: now().toISOString(),
          test: false,
        },
      }),
    ).flat();
    end = (await log.append(stream, end, events)).revision;
  }
}

/** Writes events of a tenant into the log, and the rows that they make. */
export async function writeLoggedTrail(
  installation: Installation,
  { tenantId, events }: { tenantId: string; events: number },
): Promise<void> {
  const { log, pool } = installation;
  const lookOf = (): Look => ({ action: 'patient.viewed', subject: { type: 'patient', id: randomUUID() } });
  await appendLooks(installation, { tenantId, memberId: tenantId, count: events, lookOf });
  const head = newTrail();
  let rows: AuditRow[] = [];
  let nodes: AuditNode[] = [];
  const write = async (): Promise<void> => {
    await writeAuditRows(pool, { rows, nodes, heads: new Map([[tenantId, head]]) });
    rows = [];
    nodes = [];
  };
  for await (const stored of log.readAll(null)) {
    if (metadataOf(stored).tenant_id !== tenantId || !isAudited(stored.type)) continue;
    rows.push(extendTrail(head, auditEntryOf(stored), (node) => nodes.push(node)));
    if (rows.length >= BATCH_ROWS) await write();
  }
  await write();
  await moveProjection(installation);
}
