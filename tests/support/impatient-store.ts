import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { appendLooks } from '../../infra/bench/load/audit-trail.ts';
import { startOpenStore } from './open-store.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

const BACKLOG_EVENTS = 100;
/** What a follower reads ahead, and what the connection holds, is full long before. */
const FLOOD_APPENDS = 200;
const APPEND_EVENTS = 20;

/**
 * An event store as EventStoreDB 23.10 is: it tells no filtered subscriber that it has caught up, and soon drops a live one
 * that stands still. `ended` counts the subscriptions that are over.
 */
export async function startImpatientStore() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'impatient-store-'));
  let ended = 0;
  const store = await startOpenStore({
    directory,
    behaviour: '23.10',
    maxLiveBacklog: BACKLOG_EVENTS,
    metrics: {
      measureDatabase: (database) => database,
      measureCommitter: (committer) => committer,
      subscribed: () => () => {
        ended += 1;
      },
    },
  });
  return {
    url: store.connectionString,
    ended: (): number => ended,
    stop: async (): Promise<void> => {
      await store.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Lets no follower commit while the work goes on: each stands still with what it has read. */
export async function whileFollowersStand(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE ops.checkpoints IN EXCLUSIVE MODE');
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Appends 4,000 events of a tenant, 20 at a time, so that a live follower gets them as they come. */
export async function flood(
  parts: { log: EventLog; codec: Codec },
  tenantId: string = randomUUID(),
): Promise<void> {
  for (let left = FLOOD_APPENDS; left > 0; left -= 1) {
    await appendLooks(
      { ...parts, now: () => new Date() },
      {
        tenantId,
        memberId: 'member-1',
        count: APPEND_EVENTS,
        lookOf: () => ({ action: 'session.exported', subject: { type: 'session', id: randomUUID() } }),
      },
    );
  }
}
