import type { Cluster } from '../cluster.ts';
import type { Partners } from '../load/partners.ts';

/** Something that happens to a cluster under load. */
export type Fault = {
  /** As the table names it. */
  name: string;
  /** Does it, and undoes it: afterwards nothing stands in the way of the service any more. */
  run(cluster: Cluster, partners: Partners): Promise<void>;
  /** Failed attempts of partners by cause (`load/insist.ts`) while it lasts: at most so many, and none of other causes. */
  allowedFailures: Readonly<Record<string, number>>;
  /** Milliseconds in which no partner had a success, at most. */
  longestGapMs: number;
  /** Milliseconds from its end until every process is ready again, at most. */
  recoveryLimitMs: number;
};
