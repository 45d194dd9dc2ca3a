import { v5 as uuidV5 } from 'uuid';
import type { Codec } from '../../shared/event-log/codec.ts';
import { WrongRevisionError, type EventLog } from '../../shared/event-log/event-log.ts';
import { tenantStream } from '../../shared/event-log/streams.ts';
import { isStranger, type EncodedEvent } from '../../shared/event-log/stored-event.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection } from '../../shared/projection/projection.ts';
import { col, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { ReportFact } from './recorded-facts.ts';
import { afterCharge, afterGrant, NO_BALANCE, type Threshold, type Watch } from './balance-watch.ts';

const NAME = 'balance-crossings';
/** Events read from the end of a tenant's stream at first; doubled until they reach back far enough. */
const FIRST_TAIL = 32;
const MAX_ATTEMPTS = 10;

type Parts = { log: EventLog; codec: Codec; reportFact: ReportFact };
type Crossing = { threshold: Threshold; cause: LogEvent; watch: Watch };

/**
 * Follows every tenant's grants and charges in log order, and records each downward crossing of 20 %, 10 % and 0 of the
 * balance after the last grant. The event's id is derived from the charge that caused it, and the tenant's stream is
 * searched for it first, so that a repeat after a crash records nothing twice.
 */
export const createBalanceCrossings = (parts: Parts): Projection => ({
  name: NAME,
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'balance_watch' }],
  project: async (events, tx) => {
    const moving = events.filter((event) => grantOf(event) > 0 || event.metadata.tokens_charged > 0);
    if (moving.length === 0) return;
    const watches = await loadWatches(
      tx,
      moving.map(({ metadata }) => metadata.tenant_id),
    );
    for (const event of moving) {
      const { watch, crossed } = follow(watches.get(event.metadata.tenant_id) ?? NO_BALANCE, event);
      watches.set(event.metadata.tenant_id, watch);
      for (const threshold of crossed) await record(parts, { threshold, cause: event, watch });
    }
    await storeWatches(tx, watches);
  },
});

/** Granted tokens. The event was validated when it was written. */
const grantOf = ({ stored }: LogEvent): number =>
  stored.type === 'tokens-granted' && typeof stored.data.tokens === 'number' ? stored.data.tokens : 0;

function follow(watch: Watch, event: LogEvent): { watch: Watch; crossed: Threshold[] } {
  const granted = grantOf(event);
  const known = granted > 0 ? afterGrant(watch, granted) : watch;
  const { tokens_charged: charged } = event.metadata;
  return charged > 0 ? afterCharge(known, charged) : { watch: known, crossed: [] };
}

function encode({ codec }: Parts, { threshold, cause, watch }: Crossing): EncodedEvent {
  const { metadata, stored } = cause;
  const data = { threshold, balance: watch.balance, initial_balance: watch.initialBalance };
  const [event] = codec.encode([{ type: 'balance-threshold-crossed', data }], {
    stream: tenantStream(metadata.tenant_id),
    commandId: uuidV5(`crossed-${threshold}`, stored.eventId),
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id: metadata.tenant_id,
      actor: { type: 'system', id: NAME },
      request_id: metadata.request_id,
      causation_id: stored.eventId,
      engine_version: null,
      // The time of its cause, so that a repeat is the same event.
      occurred_at: metadata.occurred_at,
      test: metadata.test,
    },
  });
  if (!event) throw new Error('one event was to be encoded');
  return event;
}

/** Appends the crossing unless it is in the stream. Throws LogUnavailableError. */
async function record(parts: Parts, crossing: Crossing): Promise<void> {
  const event = encode(parts, crossing);
  const stream = tenantStream(crossing.cause.metadata.tenant_id);
  for (let attempt = 1; ; attempt++) {
    const tail = await readBackTo(parts.log, stream, crossing.cause.stored.position);
    if (tail.eventIds.has(event.eventId)) return;
    try {
      await parts.log.append(stream, tail.revision ?? 'no_stream', [event]);
      parts.reportFact(stream, event);
      return;
    } catch (error) {
      if (!(error instanceof WrongRevisionError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

type Tail = { revision: number | null; eventIds: Set<string> };

/** The end of a stream, from its last event back to the first one before a position of the log. */
async function readBackTo(log: EventLog, stream: string, position: bigint): Promise<Tail> {
  for (let count = FIRST_TAIL; ; count *= 2) {
    const tail: Tail = { revision: null, eventIds: new Set() };
    let isWhole = false;
    for await (const event of log.readTail(stream, count)) {
      tail.revision ??= event.revision;
      if (!isStranger(event)) tail.eventIds.add(event.eventId);
      isWhole = event.revision === 0 || event.position < position;
      if (isWhole) break;
    }
    if (isWhole || tail.revision === null) return tail;
  }
}

const watchRows = rowSet({
  tenant_id: col.uuid,
  balance: col.bigint,
  initial_balance: col.bigint,
  armed: col.texts,
});
type WatchRow = Omit<RowOf<typeof watchRows.columns>, 'armed'> & { armed: Threshold[] };

const STORE_WATCHES = `
  ${watchRows.insertInto('ops.balance_watch')}
  ON CONFLICT (tenant_id) DO UPDATE
  SET balance = excluded.balance, initial_balance = excluded.initial_balance, armed = excluded.armed`;

async function loadWatches(tx: Sql, tenantIds: string[]): Promise<Map<string, Watch>> {
  const { rows } = await tx.query<WatchRow>({
    name: 'load-balance-watch',
    text: `SELECT ${watchRows.list} FROM ops.balance_watch
           WHERE tenant_id = ANY ($1::uuid[])`,
    values: [[...new Set(tenantIds)]],
  });
  return new Map(
    rows.map((row) => [
      row.tenant_id,
      { balance: row.balance, initialBalance: row.initial_balance, armed: row.armed },
    ]),
  );
}

async function storeWatches(tx: Sql, watches: ReadonlyMap<string, Watch>): Promise<void> {
  const rows = [...watches].map(([tenant_id, { balance, initialBalance, armed }]): WatchRow => ({
    tenant_id,
    balance,
    initial_balance: initialBalance,
    armed: [...armed],
  }));
  await tx.query({ name: 'store-balance-watch', text: STORE_WATCHES, values: watchRows.values(rows) });
}
