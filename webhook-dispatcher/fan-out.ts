import type { DecodedEvent } from '../shared/event-log/codec.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../shared/projection/projection.ts';
import { insertDeliveries, insertMessages, type Lease } from './delivery-rows.ts';
import { applyChange, CHANGE_EVENTS, isChange, type ChangeEvent } from './endpoint-changes.ts';
import type { Express, ExpressBatch, Fresh } from './express.ts';
import { PUBLIC_EVENT_SOURCES, UNTOLD_GROUPS } from './public-events.ts';
import type { AtStep } from './steps.ts';
import type { Targets } from './endpoint-rows.ts';
import { targetsOf } from './targets.ts';
import { tellEvents, type Told, type ToldDelivery } from './telling.ts';

export type FanOutOptions = {
  now: () => Date;
  newId: () => string;
  leaseMs: number;
  express: Express;
  /** Told which subscriptions have due deliveries, once these are committed. */
  due: (subscriptionIds: ReadonlySet<string>) => void;
  atStep: AtStep;
};

/** A batch without changes, on its way to the receivers and not written yet. */
type Begun = { told: Told; sending: ExpressBatch; leaseId: string };
/** What is to be done when a batch is committed. */
type Afterwards = { position: bigint; begun: Begun | null; due: ReadonlySet<string> };

/**
 * One delivery for each event and each active subscription of its tenant that lists it and was created before it,
 * in the order of the log. One that a test key made is told of test sessions only. Not a read model: it has no
 * rebuild, and events that it has passed are not told again.
 *
 * A batch is sent before its rows are written. One with a change of who is told, or with something to take back, is
 * written in the order of the log and not sent ahead.
 */
export function createFanOut(options: FanOutOptions): Projection {
  const { atStep } = options;
  let afterwards: Afterwards | null = null;

  async function writeBegun(events: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> {
    const begun = await begin(events, tx, { context, options });
    try {
      await begun.sending.settle();
      const due = await write(begun.told.messages, begun.told.deliveries, { tx, begun, options });
      afterwards = { position: positionOf(events), begun, due };
    } catch (error) {
      begun.sending.drop();
      throw error;
    }
  }

  return {
    name: 'webhook-fan-out',
    version: 1,
    handles: [...PUBLIC_EVENT_SOURCES, ...CHANGE_EVENTS],
    tables: [],
    writtenThrough: false,
    project: async (events, tx, context) => {
      afterwards = null;
      if (events.some(({ stored }) => isChange(stored.type))) {
        const due = await writeInOrder(events, tx, { context, options });
        afterwards = { position: positionOf(events), begun: null, due };
      } else await writeBegun(events, tx, context);
      atStep('rows_written');
    },
    committed: (position) => {
      if (afterwards === null || afterwards.position > position) return;
      const { begun, due } = afterwards;
      afterwards = null;
      atStep('committed');
      begun?.sending.committed();
      if (due.size > 0) options.due(due);
    },
  };
}

const positionOf = (events: readonly LogEvent[]): bigint => events.at(-1)?.stored.position ?? -1n;

type Way = { context: ProjectionContext; options: FanOutOptions };

/** Events that nobody is told of stay sealed, and so does what is not told of the others. */
const openTold = (events: readonly LogEvent[], targets: Targets, context: ProjectionContext) =>
  context.open(
    events.filter(({ stored, metadata }) => isChange(stored.type) || targets.has(metadata.tenant_id)),
    ({ stored }) => UNTOLD_GROUPS[stored.type] ?? [],
  );

/** Opens events and begins to send what they tell. */
async function begin(events: readonly LogEvent[], sql: Sql, { context, options }: Way): Promise<Begun> {
  const targets = await targetsOf(events, sql);
  const told = await tellEvents(await openTold(events, targets, context), targets, {
    context,
    now: options.now,
  });
  const leaseId = options.newId();
  const fresh = told.deliveries.flatMap((one) => (one.target.isGivenUp ? [] : freshOf(one, leaseId)));
  return { told, sending: options.express.begin(fresh), leaseId };
}

const freshOf = ({ row, target, body }: ToldDelivery, leaseId: string): Fresh => ({
  body,
  delivery: {
    lease_id: leaseId,
    delivery_id: row.deliveryId,
    event_id: row.eventId,
    subscription_id: row.subscriptionId,
    tenant_id: row.tenantId,
    event_type: row.eventType,
    attempts: 0,
    round_attempts: 0,
    claims: 1,
    was_dead_lettered: false,
    revision: target.revision,
    was_failing: target.isFailing,
  },
});

type Writing = { tx: Sql; begun: Begun | null; options: FanOutOptions };

/** Writes messages and deliveries as they stand. Returns the subscriptions with due ones. */
async function write(
  messages: Told['messages'],
  deliveries: readonly ToldDelivery[],
  { tx, begun, options }: Writing,
): Promise<Set<string>> {
  const standings = deliveries.map(
    ({ row }) => begun?.sending.standingOf(row.deliveryId) ?? { kind: 'due' as const },
  );
  const due = new Set<string>();
  deliveries.forEach(({ row }, index) => {
    if (standings[index]?.kind === 'due') due.add(row.subscriptionId);
  });
  if (deliveries.length === 0) return due;
  const until = new Date(options.now().getTime() + options.leaseMs);
  const lease: Lease | null = begun && { id: begun.leaseId, until };
  // A crash of the database must not take back what is announced to workers: the runner would not notice at once.
  await tx.query('SET LOCAL synchronous_commit = on');
  await insertMessages(tx, messages);
  await insertDeliveries(
    tx,
    deliveries.map(({ row }, index) => ({ row, standing: standings[index] ?? { kind: 'due' } })),
    lease,
  );
  return due;
}

/** A batch with changes: what was told before each of them is written before it. */
async function writeInOrder(events: readonly LogEvent[], tx: Sql, way: Way): Promise<Set<string>> {
  const { context, options } = way;
  const targets = await targetsOf(events, tx);
  const due = new Set<string>();
  let before: DecodedEvent[] = [];
  const flush = async (): Promise<void> => {
    const { messages, deliveries } = await tellEvents(before, targets, { context, now: options.now });
    for (const id of await write(messages, deliveries, { tx, begun: null, options })) due.add(id);
    before = [];
  };
  for (const decoded of await openTold(events, targets, context)) {
    if (!isChange(decoded.event.type)) before.push(decoded);
    else {
      await flush();
      await applyChange(decoded as DecodedEvent<ChangeEvent>, targets, { tx, context });
    }
  }
  await flush();
  return due;
}
