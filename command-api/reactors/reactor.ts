import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { ReportFact } from './recorded-facts.ts';

/** Work that is repeated at an interval, by one process at a time. */
export type Reactor = {
  name: string;
  intervalMs: number;
  /**
   * Does what is due now and returns how many items that were. It is idempotent. A long run ends soon after the signal is
   * aborted.
   */
  runOnce(signal?: AbortSignal): Promise<number>;
};

export type ReactorParts = {
  pool: Pool;
  log: EventLog;
  codec: Codec;
  now: () => Date;
  reportFact: ReportFact;
};
