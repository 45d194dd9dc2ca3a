import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { EventStoreDBClient } from '@eventstore/db-client';
import { exportTrail } from '../../../infra/audit/export.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import { followChain, newChain } from '../../../shared/audit/chain.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import { metadataOf, type StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { auditStream, sessionStream } from '../../../shared/event-log/streams.ts';
import { readPage } from '../../docs/pages.ts';
import { collect } from '../../support/collect.ts';
import { blame, rechain } from './forging.ts';
import { positionKey, runVerifier, startAuditWorld } from './world.ts';

/** The table of ARCHITECTURE.md: what each row says is done, and each of its finders has to find it. */
const TABLE = /\| Somebody changes \| is found by \|\n\|---\|---\|\n((?:\|.*\|\n)+)/;
const [, lines = ''] = TABLE.exec(readPage('ARCHITECTURE.md')) ?? [];
const rowsOfTable = lines
  .trimEnd()
  .split('\n')
  .map((line) => line.slice(2, -2).split(' | ') as [what: string, finders: string]);

const audit = await startAuditWorld();
const { pool, world } = audit;
const tenantId = await world.registerTenant();
const sessionId = await world.open(tenantId);
await world.answer(sessionId, 'yes');
await audit.look(tenantId, 4);
const kept = await audit.sign(tenantId);
await audit.project();
const earlier = audit.folder();
await exportTrail(audit, { tenantId, folder: earlier, upTo: kept });
test.after.always(audit.stop);

/** The log that a finder looks at, and where it is. */
type Store = { log: EventLog; url: string; stop: () => Promise<void> };
const ownStore: Store = { log: audit.log, url: audit.storeUrl, stop: () => Promise.resolve() };

/** Rows until the newest checkpoint and after it, all of them stored. */
async function newest(): Promise<{ signed: number; last: number; position: bigint }> {
  const checkpoint = (await collect(audit.log.readAll(null))).findLast(
    ({ stream }) => stream === auditStream(tenantId),
  );
  const { statement } = checkpoint?.data as { statement: { seq: number } };
  const { rows } = await pool.query<{ seq: number }>('SELECT seq FROM audit_heads WHERE tenant_id = $1', [
    tenantId,
  ]);
  return { signed: statement.seq, last: rows[0]?.seq ?? 0, position: checkpoint?.position ?? 0n };
}

const KEPT_TABLES = [
  'read.audit_rows', 'read.audit_heads', 'read.audit_checkpoints', 'ops.checkpoints', 'ops.parked_events',
]; // oxfmt-ignore
const copyOf = (table: string): string => `public.kept_${table.replace('.', '_')}`;
async function keepTables(): Promise<void> {
  for (const table of KEPT_TABLES) {
    await pool.query(`DROP TABLE IF EXISTS ${copyOf(table)}`);
    await pool.query(`CREATE TABLE ${copyOf(table)} AS TABLE ${table}`);
  }
}
async function putBackTables(): Promise<void> {
  await pool.query('DROP POLICY IF EXISTS hide ON read.audit_rows');
  for (const table of KEPT_TABLES) {
    await pool.query(`DELETE FROM ${table}`);
    await pool.query(`INSERT INTO ${table} SELECT * FROM ${copyOf(table)}`);
  }
}

/** A store of another history, and the rows, checkpoints and position that the projection makes of it. */
async function projectedStore(change: (events: StoredEvent[]) => StoredEvent[]): Promise<Store> {
  const store = await audit.forgedStore(change);
  for (const table of KEPT_TABLES) await pool.query(`DELETE FROM ${table}`);
  await audit.project(store.log);
  return store;
}

/** Another question was answered: somebody changes what an event says. */
const changeAnswer = (event: StoredEvent): StoredEvent =>
  event.type === 'session-answered' ? { ...event, data: { ...event.data, question_id: 'x' } } : event;

/** The checkpoints of a changed history, as who has no signing key can make them. */
function withHashes(events: StoredEvent[]): StoredEvent[] {
  const chain = newChain();
  const hashes = new Map<number, string>();
  return events.map((event) => {
    if (metadataOf(event).tenant_id !== tenantId) return event;
    if (event.stream !== auditStream(tenantId)) {
      const row = followChain(chain, event);
      if (row) hashes.set(row.seq, row.hash.toString('hex'));
      return event;
    }
    const { statement, ...rest } = event.data as { statement: { seq: number; hash: string } };
    const forged = { ...statement, hash: hashes.get(statement.seq) ?? statement.hash };
    return { ...event, data: { ...rest, statement: forged } };
  });
}

const onDatabase =
  (change: (facts: Awaited<ReturnType<typeof newest>>) => Promise<unknown>) => async (): Promise<Store> => {
    await change(await newest());
    return ownStore;
  };

/** What somebody does, by the first cell of its row. */
const CHANGES: Readonly<Record<string, () => Promise<Store>>> = {
  'rows, up to the newest checkpoint': onDatabase(async () => {
    await blame(pool, tenantId, 3);
    await rechain(pool, tenantId, 3);
  }),
  'rows since then, with chain and head': onDatabase(async ({ last }) => {
    await blame(pool, tenantId, last);
    await rechain(pool, tenantId, last);
  }),
  "rows, head, stored checkpoints and the projection's position, wound back together": onDatabase(async () => {
    await pool.query('DELETE FROM audit_rows WHERE tenant_id = $1 AND seq > 3', [tenantId]);
    await rechain(pool, tenantId, 3);
    await pool.query('DELETE FROM audit_checkpoints WHERE tenant_id = $1', [tenantId]);
    await pool.query("UPDATE ops.checkpoints SET position = 3 WHERE projection = 'audit'");
  }),
  'the hash of a stored checkpoint': onDatabase(() =>
    pool.query("UPDATE audit_checkpoints SET hash = sha256('x') WHERE tenant_id = $1", [tenantId]),
  ),
  'the peaks of the tree that the head holds': onDatabase(() =>
    pool.query("UPDATE audit_heads SET peaks = set_byte(peaks, 0, 255 - get_byte(peaks, 0)) WHERE tenant_id = $1", [tenantId]),
  ),
  'events in the log': () => audit.forgedStore((events) => events.map(changeAnswer)),
  'events in the log since the newest checkpoint': () =>
    audit.forgedStore((events) =>
      events.with(-1, { ...(events.at(-1) as StoredEvent), data: { action: 'session.exported', subject: { type: 'session', id: 'x' } } }),
    ), // oxfmt-ignore
  "the event store's files, without an event": async () => {
    const answer = (await collect(audit.log.readAll(null))).find(({ type }) => type === 'session-answered');
    return audit.tamperedFiles(async (records) => {
      await records.remove(positionKey(answer?.position ?? 0));
    });
  },
  "the event store's files, without a checkpoint": async () => {
    const { position } = await newest();
    return audit.tamperedFiles(async (records) => {
      await records.remove(positionKey(position));
    });
  },
  'metadata of a stream, so that its events are hidden': async () => {
    const store = await audit.forgedStore((events) => events);
    const client = EventStoreDBClient.connectionString(store.url);
    await client.deleteStream(sessionStream(sessionId));
    await client.dispose();
    return store;
  },
  'what the APIs are shown of the rows, by a policy or a view': onDatabase(() =>
    pool.query('CREATE POLICY hide ON read.audit_rows AS RESTRICTIVE FOR SELECT TO triage_api USING (seq <> 3)'),
  ),
  'rows, log and checkpoints alike, without the signing key': () =>
    projectedStore((events) => withHashes(events.map(changeAnswer))),
  'all of that, cut back to before a checkpoint': () =>
    projectedStore((events) => events.slice(0, events.findIndex(({ stream }) => stream === auditStream(tenantId)))),
}; // oxfmt-ignore

/** Whether the command exits with 1 and names the tenant's trail as broken, in one line. */
function commandFinds(...args: string[]): (store: Store) => Promise<boolean> {
  return ({ url }) =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        DATABASE_URL: audit.databaseUrl,
        EVENTSTORE_URL: url,
        MASTER_KEY_FILE: undefined,
        MASTER_KEY: audit.masterKey,
      };
      const command = [programOf('infra/cli/main.ts'), 'audit', 'verify', tenantId, ...args];
      execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
        const line = stderr.split('\n').find((one) => one.startsWith(`${tenantId}: BROKEN at `));
        resolve(error?.code === 1 && line !== undefined && stdout.includes('"intact": false'));
      });
    });
}

async function isParked(): Promise<boolean> {
  await audit.project(undefined, 2_000).catch(() => undefined);
  const { rows } = await pool.query<{ error_code: string }>(
    "SELECT error_code FROM ops.parked_events WHERE projection = 'audit'",
  );
  return rows.some(({ error_code }) => error_code === 'AuditMismatchError');
}

/** What may stand in the second cell. */
const FINDERS: Readonly<Record<string, (store: Store) => Promise<boolean>>> = {
  '`audit verify`': commandFinds(),
  '`audit verify --against-log`': commandFinds('--against-log'),
  '`audit verify --earlier`, with a checkpoint that was kept elsewhere': commandFinds('--earlier', earlier),
  'the projection': async () => {
    await audit.look(tenantId, 1);
    return isParked();
  },
  'the next checkpoint': async () => {
    await audit.sign(tenantId);
    return isParked();
  },
  'a rebuild': async ({ log }) => {
    const rebuilding = rebuild({ ...audit, log, projections: [auditProjection], check: true });
    return rebuilding.then(
      () => false,
      (error: unknown) => error instanceof Error && error.name === 'AuditMismatchError',
    );
  },
  "an export's verifier": async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'audit-table-'));
    try {
      await exportTrail(audit, { tenantId, folder, upTo: kept, waitMs: 0 });
      return (await runVerifier(folder)).code === 1;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
const isFinder = (text: string): boolean => text in FINDERS;

/** The finders of a cell: names with commas between them, some of which have commas themselves. */
const findersOf = (cell: string): string[] => (isFinder(cell) ? [cell] : cell.split(', '));

test('the table says what is done and found here, and nothing else', (t) => {
  t.deepEqual(
    rowsOfTable.map(([what]) => what),
    Object.keys(CHANGES),
  );
  const finders = new Set(rowsOfTable.flatMap(([, cell]) => findersOf(cell)));
  t.deepEqual([...finders].toSorted(), Object.keys(FINDERS).toSorted());
});

test.serial('an untouched trail is called intact, with the position and time up to which it was looked at', async (t) => {
  for (const args of [[], ['--against-log'], ['--earlier', earlier]]) {
    t.false(await commandFinds(...args)(ownStore));
  }
}); // oxfmt-ignore

for (const [what, cell] of rowsOfTable) {
  for (const finder of findersOf(cell)) {
    test.serial(`${what}: found by ${finder}`, async (t) => {
      await audit.look(tenantId, 2);
      await audit.project();
      await keepTables();
      const store = await CHANGES[what]?.();
      if (!store) return t.fail();
      try {
        t.true(await FINDERS[finder]?.(store));
      } finally {
        await store.stop();
        await putBackTables();
      }
    });
  }
}
