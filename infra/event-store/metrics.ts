import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { watchDisk } from '../../shared/metrics/disk.ts';
import type { Database } from './storage/database.ts';
import type { Committer } from './writing/committer.ts';

/** What an operator sees of the event store. */
export type StoreMetrics = {
  /** The database, with its commits observed. */
  measureDatabase: (database: Database) => Database;
  /** The committer, with the outcomes of its writes counted. */
  measureCommitter: (committer: Committer) => Committer;
  /** A subscription has begun; the function that it returns says that it has ended. */
  subscribed: () => () => void;
};

/** Seconds; a commit is an fsync. */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

export type Watched = {
  /** Where the log is stored. */
  directory: string;
  /** When the certificate ends that the server shows. */
  certificateEnd: Date;
};

export function storeMetrics(registry: Registry, { directory, certificateEnd }: Watched): StoreMetrics {
  const registers = [registry];
  const end = new Gauge({
    name: 'triage_event_store_certificate_end_timestamp_seconds',
    help: 'Unix time at which the certificate of the event store ends; a start renews it 60 days before.',
    registers,
  });
  end.set(certificateEnd.getTime() / 1_000);
  const writes = new Counter({
    name: 'triage_event_store_writes_total',
    help: 'Appends and deletions by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const events = new Counter({
    name: 'triage_event_store_events_total',
    help: 'Events that were written and are on disk.',
    registers,
  });
  const commits = new Histogram({
    name: 'triage_event_store_commit_duration_seconds',
    help: 'One transaction with all appends that came together, until it is on disk.',
    buckets: COMMIT_BUCKETS,
    registers,
  });
  const subscriptions = new Gauge({
    name: 'triage_event_store_subscriptions',
    help: 'Open subscriptions; each process that follows the log holds one or more.',
    registers,
  });
  watchDisk(registry, directory, 'event-store');
  return {
    measureDatabase: (database) => {
      showPosition(registry, database);
      const write: Database['write'] = async (changes) => {
        const stop = commits.startTimer();
        await database.write(changes);
        stop();
        events.inc(changes.records.length);
      };
      return { ...database, write };
    },
    measureCommitter: (committer) => ({
      ...committer,
      submit: async (request) => {
        const outcome = await committer.submit(request);
        writes.inc({ outcome: outcome.kind });
        return outcome;
      },
    }),
    subscribed: () => {
      subscriptions.inc();
      return () => subscriptions.dec();
    },
  };
}

function showPosition(registry: Registry, database: Database): void {
  const gauge: Gauge = new Gauge({
    name: 'triage_event_store_last_position',
    help: 'Position of the newest event; compare with triage_projection_position.',
    registers: [registry],
    collect: () => gauge.set(database.lastPosition()),
  });
}
