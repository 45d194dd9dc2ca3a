import { sleep } from '../shared/lifecycle/timing.ts';
import type { Attempts, OpenedBody } from './attempt.ts';
import type { Leased } from './claiming.ts';
import type { Deliveries } from './deliveries.ts';
import type { Lanes } from './lanes.ts';
import type { DispatcherMetrics } from './metrics.ts';
import type { Outcome } from './recording.ts';
import type { AtStep } from './steps.ts';

/** A delivery that was just fanned out, with its body at hand. */
export type Fresh = { delivery: Leased; body: OpenedBody };

/** How a delivery is to be written down: with its outcome, as being sent, or as due. */
export type Standing = { kind: 'delivered'; outcome: Outcome } | { kind: 'sending' } | { kind: 'due' };

export type ExpressBatch = {
  /** Settles when all are decided or nothing more is waited for; from then on none is begun. */
  settle: () => Promise<void>;
  /** By delivery; after `settle`. */
  standingOf: (deliveryId: string) => Standing;
  /** The rows are committed: what was being sent is recorded there. */
  committed: () => void;
  /** The batch is not known to be written: what was not begun is not sent. */
  drop: () => void;
};

export type Express = { begin: (fresh: readonly Fresh[]) => ExpressBatch };

export type ExpressParts = {
  lanes: Lanes;
  deliveries: Deliveries;
  attempts: Attempts;
  metrics: DispatcherMetrics;
  atStep: AtStep;
};

/** So many looks in a row without an answer to anything of a batch: what is left of it is slow. */
const MAX_STALLED = 10;
/** Between two looks. Where this process itself gets no time, it does not look either. */
const LOOK_MS = 10;
/** The whole wait of one batch, however many answers come in. */
const BUDGET_MS = 1_000;

type Item = {
  fresh: Fresh;
  state: 'waiting' | 'sending' | 'over' | 'left';
  batch: Batch;
  outcome: Outcome | null;
  sent: Promise<Outcome | null>;
  /** As it was written down, whatever became of it since. */
  standing: Standing;
};
type Batch = { items: Map<string, Item>; open: number; stalled: number; done: () => void };

const NOT_SENT = Promise.resolve(null);
const PATHS = ['delivered', 'sending', 'due'] as const;

/**
 * Sends what the fan-out has at hand while its rows are not written yet: a delivery that arrives at once is written
 * once, in its final state, together with the checkpoint. A process that ends before that reads the same events again
 * and sends the same deliveries again. Whatever is slow, waits for others or has no place becomes an ordinary row.
 */
export function createExpress(parts: ExpressParts): Express & { released: (subscriptionId: string) => void } {
  const { lanes } = parts;
  /** What waits for a place, by subscription, in the order of the log. */
  const queues = new Map<string, Item[]>();
  /** Subscriptions that wait for any place at all, in turn. */
  const crowded = new Set<string>();

  function leave(item: Item): void {
    if (item.state !== 'waiting') return;
    item.state = 'left';
    close(item.batch);
  }

  async function send(item: Item): Promise<Outcome | null> {
    const { delivery, body } = item.fresh;
    const outcome = await parts.deliveries.follow(delivery, parts.attempts.fresh(delivery, body));
    parts.atStep('sent_ahead');
    item.outcome = outcome;
    item.state = 'over';
    close(item.batch);
    return outcome;
  }

  /** Begins what there is room for. */
  function pump(id: string): void {
    const queue = queues.get(id);
    if (queue === undefined) return;
    for (const [at, item] of queue.entries()) {
      if (item.state !== 'waiting') continue;
      const entry = lanes.enter(id);
      if (entry === 'crowded') crowded.add(id);
      if (entry === 'crowded' || entry === 'full') {
        queue.splice(0, at);
        return;
      }
      if (entry === 'closed') queue.forEach(leave);
      else {
        item.state = 'sending';
        item.sent = send(item);
      }
    }
    queues.delete(id);
  }

  return {
    begin: (fresh) => {
      const batch = newBatch(fresh);
      const told = new Set<string>();
      for (const item of batch.items.values()) {
        const id = item.fresh.delivery.subscription_id;
        told.add(id);
        const queue = queues.get(id);
        if (queue) queue.push(item);
        else queues.set(id, [item]);
      }
      told.forEach(pump);
      const stop = (): void => batch.items.forEach(leave);
      const record = (): void => batch.items.forEach((item) => void recordLate(item, parts.deliveries));
      return {
        settle: async () => {
          await waitFor(batch);
          stop();
          const counts = { delivered: 0, sending: 0, due: 0 };
          for (const item of batch.items.values()) {
            if (item.state === 'sending') lanes.tooSlow(item.fresh.delivery.subscription_id);
            item.standing = standingOf(item);
            counts[item.standing.kind] += 1;
          }
          for (const path of PATHS) if (counts[path] > 0) parts.metrics.fannedOut.inc({ path }, counts[path]);
        },
        standingOf: (deliveryId) => batch.items.get(deliveryId)?.standing ?? { kind: 'due' },
        committed: record,
        // A commit whose answer was lost may have been one: then the rows are there and wait for what came of them.
        drop: () => {
          stop();
          record();
        },
      };
    },
    /** A place of a subscription is free again. */
    released: (id) => {
      pump(id);
      const [next] = crowded;
      if (next === undefined) return;
      crowded.delete(next);
      pump(next);
    },
  };
}

function newBatch(fresh: readonly Fresh[]): Batch {
  const batch: Batch = { items: new Map(), open: fresh.length, stalled: 0, done: () => undefined };
  for (const one of fresh) {
    batch.items.set(one.delivery.delivery_id, {
      fresh: one,
      state: 'waiting',
      batch,
      outcome: null,
      sent: NOT_SENT,
      standing: { kind: 'due' },
    });
  }
  return batch;
}

/** One delivery of the batch is decided. */
function close(batch: Batch): void {
  batch.open -= 1;
  batch.stalled = 0;
  if (batch.open === 0) batch.done();
}

async function waitFor(batch: Batch): Promise<void> {
  const done = new AbortController();
  batch.done = () => done.abort();
  const untilMs = performance.now() + BUDGET_MS;
  for (batch.stalled = 0; batch.open > 0 && batch.stalled < MAX_STALLED; batch.stalled += 1) {
    if (performance.now() >= untilMs) return;
    await sleep(LOOK_MS, done.signal);
  }
}

/** A success tells something new of an endpoint that failed before, which is noted in the ordinary way. */
function standingOf({ state, outcome, fresh }: Item): Standing {
  if (state === 'sending') return { kind: 'sending' };
  // Nothing was sent, or it was given up by us.
  if (outcome === null || outcome.decision.kind === 'released') return { kind: 'due' };
  const isPlain = outcome.decision.kind === 'delivered' && !fresh.delivery.was_failing;
  return isPlain ? { kind: 'delivered', outcome } : { kind: 'sending' };
}

/** What was written as being sent gets its outcome. */
async function recordLate(item: Item, deliveries: Deliveries): Promise<void> {
  if (item.standing.kind !== 'sending') return;
  const outcome = await item.sent;
  if (outcome !== null) await deliveries.write(outcome);
}
