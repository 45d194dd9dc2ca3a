import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { open, type Database } from 'lmdb';
import { createCheckpointSigner } from '../../../command-api/reactors/checkpoint-signer.ts';
import { appendLooks } from '../../../infra/bench/load/audit-trail.ts';
import { startOpenStore } from '../../support/open-store.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { signNow } from '../../../infra/audit/sign-now.ts';
import { createDataKeys } from '../../../shared/crypto/data-keys.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createServiceKeys } from '../../../shared/crypto/service-keys.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { createEventLog, type EventLog } from '../../../shared/event-log/event-log.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import type { EncodedEvent, StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { createTenantPools } from '../../../shared/postgres/tenant-pools.ts';
import { startDatabase } from '../../support/database.ts';
import { allApplied, newRunner } from '../../support/running-projections.ts';
import { createWorld } from '../../support/session-events.ts';

const LIMIT_MS = 10_000;
/** Events of one append. */
const MOST_AT_ONCE = 500;

/** An event store of its own over a directory. */
async function startStore(directory: string) {
  const store = await startOpenStore({ directory });
  const log = createEventLog(store.connectionString);
  return {
    log,
    url: store.connectionString,
    stop: async (): Promise<void> => {
      await store.stop();
      await log.close();
    },
  };
}

export const newFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'audit-test-'));

/** A Postgres and an event store with a trail in them, and all that proves it. */
export async function startAuditWorld() {
  const database = await startDatabase();
  const { pool, databaseUrl } = database;
  const apiPool = createPool({ databaseUrl, name: 'test-api', maxConnections: 4, role: 'triage_api' });
  const apiPoolOf = createTenantPools(apiPool);
  const folders = [newFolder()];
  const [directory = ''] = folders;
  const { log, url: storeUrl, stop: stopStore } = await startStore(directory);
  const codec = createServiceCodec();
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const masterKeys = localMasterKeys(singleKeyRing(masterKey));
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  const clock = { at: new Date('2026-01-05T08:00:00.000Z') };
  const now = (): Date => clock.at;
  const newId = (): string => randomUUID();
  const signer = createSigner({ pool, masterKeys, now, newId });
  const serviceKeys = createServiceKeys({ poolOf: () => pool, dataKeys, now });
  const world = createWorld({ pool, log, codec, dataKeys });
  const parts = {
    pool,
    apiPoolOf,
    log,
    codec,
    dataKeys,
    signer,
    serviceKeys,
    now,
    newId,
    reportFact: () => undefined,
  };

  /** Looks at a tenant's sessions, many an append. */
  const look = (tenantId: string, count: number, target: EventLog = log): Promise<void> =>
    appendLooks(
      { log: target, codec, now },
      {
        tenantId,
        memberId: 'member-1',
        count,
        lookOf: () => ({ action: 'session.exported', subject: { type: 'session', id: randomUUID() } }),
      },
    );

  /** Runs the projection of the trail until it has applied all that stands in a log. */
  async function project(source: EventLog = log, timeoutMs = LIMIT_MS): Promise<void> {
    const runner = newRunner({ ...parts, log: source }, [auditProjection], {
      name: 'test',
      now,
      retry: { baseMs: 10, capMs: 50 },
    });
    await runner.start();
    try {
      await allApplied({ pool, log: source }, ['audit'], timeoutMs);
    } finally {
      await runner.stop();
    }
  }

  /** A copy of the store's files that somebody else has worked on, while nobody had them open. */
  async function tamperedFiles(change: (records: Records) => Promise<void>) {
    const copy = newFolder();
    folders.push(copy);
    cpSync(path.join(directory, 'data'), path.join(copy, 'data'), { recursive: true });
    const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const;
    const root = open({ path: path.join(copy, 'data'), maxDbs: 8, ...encoding });
    await change(root.openDB<Buffer, Buffer>({ name: 'log', ...encoding }));
    await root.close();
    return startStore(copy);
  }

  /** A store that was made anew by somebody who changed the history: every append of it is well-formed. */
  async function forgedStore(change: (events: StoredEvent[]) => StoredEvent[]) {
    const events: StoredEvent[] = [];
    for await (const event of log.readAll(null)) events.push(event);
    const folder = newFolder();
    folders.push(folder);
    const store = await startStore(folder);
    for (const run of runsOfStream(change(events))) {
      await store.log.append(run[0]?.stream ?? '', 'any', run as unknown as EncodedEvent[]);
    }
    return store;
  }

  return {
    ...parts,
    databaseUrl,
    storeUrl,
    masterKey,
    masterKeys,
    clock,
    world,
    look,
    project,
    sign: (tenantId: string) => signNow(parts, tenantId),
    newCheckpointSigner: (source: EventLog = log) => createCheckpointSigner({ ...parts, log: source }),
    tamperedFiles,
    forgedStore,
    folder: (): string => {
      folders.push(newFolder());
      return folders.at(-1) ?? '';
    },
    stop: async (): Promise<void> => {
      await stopStore();
      await apiPool.end();
      await database.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Events of one stream that follow one another, so that a long log is written in few appends. */
function runsOfStream(events: readonly StoredEvent[]): StoredEvent[][] {
  const runs: StoredEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.stream === event.stream && run.length < MOST_AT_ONCE) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** The records of a store by position, as LMDB has them. */
export type Records = Database<Buffer, Buffer>;
export const positionKey = (position: bigint | number): Buffer => {
  const key = Buffer.alloc(6);
  key.writeUIntBE(Number(position), 0, 6);
  return key;
};

/** Runs the verifier of an export with Node alone: exit code and what it prints. */
export function runVerifier(folder: string, args: string[] = []): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const verifier = path.join(folder, 'verify.mjs');
    execFile(process.execPath, [verifier, folder, ...args], { env: {} }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}

/** Changes the lines of a file of an export. */
export function changeLines(folder: string, name: string, change: (lines: string[]) => string[]): void {
  const file = path.join(folder, name);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${change(lines).join('\n')}\n`);
}
