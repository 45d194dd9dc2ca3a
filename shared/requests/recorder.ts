import type { RequestRecord } from '../http/observe.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { atMost } from '../lifecycle/timing.ts';
import type { Sql } from '../postgres/pool.ts';
import { createRequestCounts } from './counts.ts';
import { createEntryWriter, type EntryWriterParts } from './entry-writer.ts';

/** So much of the usage summary a crash may lose. */
const FLUSH_INTERVAL_MS = 2_000;
/** Stopping waits no longer than this for what is still queued. */
const STOP_TIMEOUT_MS = 1_000;

export type RequestRecorder = Runnable & {
  /** Takes one call: some microseconds of the caller's thread, and never an error. */
  onRequest: (record: RequestRecord) => void;
};

/**
 * What the dashboard reads to show a page: so many calls that they would push those of the tenant's software out. One that
 * failed is kept, since the page shows its id.
 */
const isOwnRead = ({ ofDashboard, method, status }: RequestRecord): boolean =>
  ofDashboard && ['GET', 'HEAD'].includes(method) && status < 400;

/** Keeps what calls leave behind for their tenant: the inspector's last 100 entries, and counts for the usage summary. */
export function createRequestRecorder(parts: EntryWriterParts & { pool: Sql }): RequestRecorder {
  const entries = createEntryWriter(parts);
  const counts = createRequestCounts({ sql: parts.pool, logger: parts.logger, registry: parts.registry });
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => (flushing = flushing.then(counts.flush));

  return {
    onRequest: (record) => {
      const { tenantId } = record;
      // Whose call it was is known of every call with a credential that is or was good for something.
      if (tenantId === null) return;
      const owned = { ...record, tenantId };
      counts.count(owned);
      if (!isOwnRead(owned)) entries.write(owned);
    },
    start: () => {
      timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS).unref();
      return Promise.resolve();
    },
    stop: async () => {
      clearInterval(timer);
      await atMost(STOP_TIMEOUT_MS, Promise.all([flush(), entries.drained()]));
    },
  };
}
