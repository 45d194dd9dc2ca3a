import { Counter, type Registry } from 'prom-client';
import type { CountedRead } from '../../domain/access/events.ts';
import { groupBy } from '../collections/group-by.ts';
import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/route-types.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { atMost } from '../lifecycle/timing.ts';
import { col, rowSet, type RowOf } from '../postgres/columns.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';

/** Counts are lost with a process that is killed: at most those of this time. */
const FLUSH_EVERY_MS = 3_000;
/** Different actors, sessions and minutes whose counts wait in memory. */
export const MAX_WAITING = 20_000;
const MINUTE_MS = 60_000;
/** Stopping waits no longer than this. */
const STOP_TIMEOUT_MS = 2_000;

/** The call that reads. */
export type CountableCall = { caller: Caller | null; requestId: string; ip: string; now: Date };

/** Rows of ops.read_counts, without their tenant. */
const readCounts = rowSet({
  minute: col.time,
  actor_type: col.text,
  actor_id: col.text,
  action: col.code<CountedRead>(),
  session_id: col.uuid,
  test: col.boolean,
  count: col.int,
  access_id: col.uuid,
  request_id: col.text,
  ip: col.text,
});
type Count = RowOf<typeof readCounts.columns> & { tenant_id: string };

const ADD_COUNTS = `
  INSERT INTO ops.read_counts AS c (tenant_id, ${readCounts.list}) SELECT $1, u.* FROM ${readCounts.given(2)}
  ON CONFLICT (tenant_id, minute, actor_id, session_id, action) DO UPDATE SET count = c.count + excluded.count`;

export type ReadCounter = Runnable & {
  /**
   * Counts a read of a session for the audit trail, in memory: the caller does not wait. Throws 503 where so many counts
   * wait already that the database must be out of reach: what cannot be counted is not shown.
   */
  count(call: CountableCall, read: { action: CountedRead; sessionId: string; test?: boolean }): void;
  /** Before many reads are counted at once: settles when half of the places are free, or cannot be made so. */
  room(): Promise<void>;
  /** Adds what waits to the counts of all processes. */
  flush(): Promise<void>;
};

/** Counts reads by actor, session and minute, and adds them up in the database every few seconds and at the end. */
export function createReadCounter(deps: {
  poolOf: TenantPools;
  newId: () => string;
  registry?: Registry | undefined;
}): ReadCounter {
  const failures = deps.registry && failureCounter(deps.registry);
  let waiting = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const add = (count: Count): void => {
    const { tenant_id, minute, actor_id, session_id, action } = count;
    const key = [tenant_id, minute, actor_id, session_id, action].join('|');
    const known = waiting.get(key);
    if (known) known.count += count.count;
    else waiting.set(key, count);
  };

  async function flushNow(): Promise<void> {
    const taken = waiting;
    waiting = new Map();
    for (const [tenantId, counts] of groupBy([...taken.values()], (count) => count.tenant_id)) {
      try {
        const values = [tenantId, ...readCounts.values(counts)];
        await deps.poolOf(tenantId).query({ name: 'add-read-counts', text: ADD_COUNTS, values });
      } catch {
        // The database is out of reach, which other calls report; the counts wait for the next flush.
        failures?.inc();
        counts.forEach(add);
      }
    }
  }

  const flush = (): Promise<void> => {
    flushing = flushing.then(flushNow);
    return flushing;
  };

  return {
    count: ({ caller, requestId, ip, now }, { action, sessionId, test }) => {
      if (caller === null) throw new Error('only the read of an admitted caller can be counted');
      if (waiting.size >= MAX_WAITING) {
        throw new ApiError('service_unavailable', 'The audit trail is out of reach; try again shortly.');
      }
      const nowMs = now.getTime();
      add({
        tenant_id: caller.tenantId,
        minute: new Date(nowMs - (nowMs % MINUTE_MS)).toISOString(),
        actor_type: caller.actor.type,
        actor_id: caller.actor.id,
        action,
        session_id: sessionId,
        test: test ?? caller.test ?? false,
        count: 1,
        access_id: deps.newId(),
        request_id: requestId,
        ip,
      });
    },
    room: () => (waiting.size > MAX_WAITING / 2 ? flush() : Promise.resolve()),
    flush,
    start: () => {
      timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();
      return Promise.resolve();
    },
    stop: async () => {
      clearInterval(timer);
      await atMost(STOP_TIMEOUT_MS, flush());
    },
  };
}

const failureCounter = (registry: Registry): Counter =>
  new Counter({
    name: 'triage_audit_read_count_failures_total',
    help: 'Times that counts of session reads could not be written; they are tried again.',
    registers: [registry],
  });
