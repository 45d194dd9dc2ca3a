import { Counter, Histogram, type Registry } from 'prom-client';
import { WrongRevisionError, type EventLog } from '../event-log/event-log.ts';
import type { OnForeign } from '../event-log/own-events.ts';
import type { OnParked } from '../event-log/shown-events.ts';
import { MAC_PROBLEMS } from '../event-log/stored-event.ts';
import type { Logger } from '../logging/logger.ts';
import { MAIL_LIFETIME_MS, type MailKind } from '../mail/mail.ts';
import type { NatsLink } from '../nats/connection.ts';
import type { OwnedPool } from '../postgres/pool.ts';
import { collectedGauge } from './collected.ts';
import { countFromZero } from './from-zero.ts';

/** How far a pool is used up. `pool` is a name from the code. */
export function watchPool(registry: Registry, pool: OwnedPool, name: string): void {
  const labels = { pool: name };
  collectedGauge(
    registry,
    {
      name: 'triage_postgres_pool_connections',
      help: 'Open connections to Postgres, by whether somebody is using them.',
      labelNames: ['pool', 'state'],
    },
    () => [
      { labels: { ...labels, state: 'idle' }, value: pool.idleCount },
      { labels: { ...labels, state: 'used' }, value: pool.totalCount - pool.idleCount },
    ],
  );
  collectedGauge(
    registry,
    {
      name: 'triage_postgres_pool_max_connections',
      help: 'Connections that a pool may open.',
      labelNames: ['pool'],
    },
    () => [{ labels, value: pool.options.max }],
  );
  collectedGauge(
    registry,
    {
      name: 'triage_postgres_pool_waiting',
      help: 'Statements and transactions that wait for a connection.',
      labelNames: ['pool'],
    },
    () => [{ labels, value: pool.waitingCount }],
  );
}

export function watchNats(registry: Registry, link: NatsLink): void {
  collectedGauge(
    registry,
    {
      name: 'triage_nats_connected',
      help: '1 while NATS is in reach of this process.',
      labelNames: [],
      ofAll: 'min',
    },
    () => [{ labels: {}, value: link.isConnected() ? 1 : 0 }],
  );
}

/** Asks what the readiness probe asks, each time the metrics are read. */
export function watchDependencies(
  registry: Registry,
  checks: Record<string, () => boolean | Promise<boolean>>,
): void {
  collectedGauge(
    registry,
    {
      name: 'triage_dependency_up',
      help: '1 where a dependency answers this process; Postgres and the event log decide about readiness.',
      labelNames: ['dependency'],
      ofAll: 'min',
    },
    () =>
      Promise.all(
        Object.entries(checks).map(async ([dependency, check]) => ({
          labels: { dependency },
          value: (await check()) ? 1 : 0,
        })),
      ),
  );
}

const MAIL_OUTCOMES = ['sent', 'put_off', 'lost'] as const;
type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Counts mails by what they are and whether they went out. */
export function countMails(registry: Registry): (kind: MailKind, outcome: MailOutcome) => void {
  const mails = new Counter({
    name: 'triage_mails_total',
    help: 'Attempts to send a mail by its kind and outcome: sent, put_off to a later attempt, or lost for good.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  countFromZero(
    mails,
    Object.keys(MAIL_LIFETIME_MS).flatMap((kind) => MAIL_OUTCOMES.map((outcome) => ({ kind, outcome }))),
  );
  return (kind, outcome) => mails.inc({ kind, outcome });
}

/** Counts what the log holds besides the service's own events, and says once that there is such. */
export function countForeign(registry: Registry, logger: Logger | undefined): OnForeign {
  const foreign = new Counter({
    name: 'triage_event_log_foreign_events_total',
    help: 'Events of other applications that this process has met in the event log and passed over; there may be more.',
    registers: [registry],
  });
  let isTold = false;
  return ({ position }) => {
    foreign.inc();
    if (isTold) return;
    isTold = true;
    logger?.warn(
      { position: String(position) },
      'the event log holds events of another application; they are passed over',
    );
  };
}

/** A process tells of so many events; whoever floods the log shall not fill the disk. */
const TOLD_EVENTS = 1_000;

/** Counts reads of events that are not ours as they stand, and says of each once that it is there, up to a limit. */
export function countParked(registry: Registry, logger: Logger | undefined): OnParked {
  const parked = new Counter({
    name: 'triage_event_log_parked_reads_total',
    help: 'Reads of events that stand in streams of the service and that it did not write as they stand.',
    labelNames: ['problem'],
    registers: [registry],
  });
  countFromZero(
    parked,
    MAC_PROBLEMS.map((problem) => ({ problem })),
  );
  const told = new Set<bigint>();
  return ({ eventId, stream, position }, problem) => {
    parked.inc({ problem });
    if (told.has(position) || told.size >= TOLD_EVENTS) return;
    told.add(position);
    logger?.error(
      { event_id: eventId, stream, position: String(position), problem },
      'the event log holds an event that this installation did not write: it counts for nothing, and its stream is parked',
    );
  };
}

/** Seconds; the deadline of an append is 5 s. */
const APPEND_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const APPEND_RESULTS = ['ok', 'wrong_revision', 'unavailable'];

/** The log, with its appends observed from this side: whatever event store it is. */
export function measureAppends(registry: Registry, log: EventLog): EventLog {
  const duration = new Histogram({
    name: 'triage_event_log_append_duration_seconds',
    help: 'From an append to its answer, by result: ok, wrong_revision (somebody was first) or unavailable.',
    labelNames: ['result'],
    buckets: APPEND_BUCKETS,
    registers: [registry],
  });
  for (const result of APPEND_RESULTS) duration.zero({ result });
  return {
    ...log,
    append: async (...args) => {
      const stop = duration.startTimer();
      try {
        const appended = await log.append(...args);
        stop({ result: 'ok' });
        return appended;
      } catch (error) {
        stop({ result: error instanceof WrongRevisionError ? 'wrong_revision' : 'unavailable' });
        throw error;
      }
    },
  };
}
