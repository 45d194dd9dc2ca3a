import { noteErasures, type ErasureNote } from '../shared/erasure/records.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../shared/projection/projection.ts';
import { insertDeliveries, insertMessages, type NewDelivery } from './delivery-rows.ts';
import {
  applyChange,
  CHANGE_EVENTS,
  isChange,
  lockForChanges,
  type ChangeEvent,
} from './endpoint-changes.ts';
import type { ReachFailpoint } from './failpoints.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { PUBLIC_EVENT_SOURCES, UNPUBLISHED_GROUPS } from './public-events.ts';
import { targetsOf } from './targets.ts';

export type FanOutOptions = {
  now: () => Date;
  /** Called with what is new once it is committed. */
  onCommitted: (fannedOut: FannedOut) => void;
  failpoint: ReachFailpoint;
};

/** What a batch made: public events, by their tenants, and deliveries of them. */
export type FannedOut = { tenantIds: ReadonlySet<string>; deliveries: readonly NewDelivery[] };

/**
 * Keeps the body of each public event for GET /v1/events, and writes one due delivery for each active subscription of
 * its tenant that lists the event's type and was created before it, in log order. A subscription that a test key made gets events of test sessions only. This is no read
 * model: it has no rebuild, and events that it has passed are not delivered again. Workers send the deliveries, after the
 * commit of rows and checkpoint.
 */
export function createFanOut({ now, onCommitted, failpoint }: FanOutOptions): Projection {
  let written: { position: bigint; fannedOut: FannedOut } | null = null;
  return {
    name: 'webhook-fan-out',
    version: 1,
    handles: [...PUBLIC_EVENT_SOURCES, ...CHANGE_EVENTS],
    tables: [],
    writtenThrough: false,
    project: async (events, tx, context) => {
      written = null;
      const fannedOut = await fanOut(events, tx, { context, now });
      written = { position: events.at(-1)?.stored.position ?? -1n, fannedOut };
      failpoint('rows_written');
    },
    committed: (position) => {
      if (written === null || written.position > position) return;
      const { fannedOut } = written;
      written = null;
      failpoint('committed');
      if (fannedOut.tenantIds.size > 0) onCommitted(fannedOut);
    },
  };
}

/** Writes the rows of a batch, and applies changes of subscriptions at their place in it. */
async function fanOut(
  events: readonly LogEvent[],
  tx: Sql,
  options: { context: ProjectionContext; now: () => Date },
): Promise<FannedOut> {
  const { context } = options;
  const targets = await targetsOf(events, tx);
  await lockForChanges(tx, events);
  const notes: ErasureNote[] = [];
  const tenantIds = new Set<string>();
  const written: NewDelivery[] = [];
  let waiting: DecodedEvent[] = [];
  const flush = async (): Promise<void> => {
    const { messages, deliveries } = await planDeliveries(waiting, targets, options);
    await insertMessages(tx, messages);
    await insertDeliveries(tx, deliveries);
    for (const { tenant_id: tenantId } of messages) tenantIds.add(tenantId);
    written.push(...deliveries);
    waiting = [];
  };
  for (const decoded of await openPublished(events, context)) {
    if (!isChange(decoded.event.type)) waiting.push(decoded);
    else {
      await flush();
      await applyChange(decoded as DecodedEvent<ChangeEvent>, targets, { tx, context, notes });
    }
  }
  await flush();
  await noteErasures(tx, notes);
  // A crash of the database must not lose rows that workers were woken for: the runner would notice only later.
  if (written.length > 0) await tx.query('SET LOCAL synchronous_commit = on');
  return { tenantIds, deliveries: written };
}

/** Opens what no public event leaves out. */
const openPublished = (events: readonly LogEvent[], context: ProjectionContext) =>
  context.open(events, ({ stored }) => UNPUBLISHED_GROUPS[stored.type] ?? []);
