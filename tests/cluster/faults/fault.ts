import type { Cluster } from '../cluster.ts';
import type { Partners } from '../load/partners.ts';
import type { OwnLog } from '../parts/log.ts';

/** Something that happens to a cluster under load. */
export type Fault = {
  /** As the table names it. */
  name: string;
  /** Does it, and undoes it: afterwards nothing stands in the way of the service any more. */
  run(cluster: Cluster, partners: Partners): Promise<void>;
  /** Failed attempts of partners by cause (`load/insist.ts`) while it lasts: at most so many, and none of other causes. */
  allowedFailures: Readonly<Record<string, number>>;
  /** Reasons for which receivers may refuse a delivery (`client/webhooks/verify.ts`) while it lasts; default none. */
  allowedRefusals?: readonly string[];
  /** Milliseconds in which no partner had a success, at most. */
  longestGapMs: number;
  /** Milliseconds from its end until every process is ready again, at most. */
  recoveryLimitMs: number;
  /** It happens to the log itself (`ownLog`), and is left out where that is an operator's. */
  isOfLog?: boolean;
};

/** The log, for what happens to it. */
export function ownLog({ log }: Cluster): OwnLog {
  if (log.own === null) throw new Error("the log is an operator's own: nothing of the drill happens to it");
  return log.own;
}
