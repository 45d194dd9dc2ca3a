import { atMost, sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import type { Pool, Sql } from '../postgres/pool.ts';

/** The exclusive right of one process to do something. Uses the database's clock, which all processes share. */
export type Lease = { name: string; holder: string };

export type LeaseTiming = {
  /** How long the lease of a killed holder lasts. */
  ttlMs: number;
  renewMs: number;
  /** How often a standby process tries to take it. */
  standbyMs: number;
};

export const LEASE_TIMING: LeaseTiming = { ttlMs: 5_000, renewMs: 1_500, standbyMs: 500 };

/** Takes the lease if it is free, has expired or is ours already. */
export async function takeLease(sql: Sql, lease: Lease, ttlMs: number): Promise<boolean> {
  const taken = await sql.query(
    `INSERT INTO ops.leases AS l (name, holder, expires_at)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
     WHERE l.holder = excluded.holder OR l.expires_at <= clock_timestamp()`,
    [lease.name, lease.holder, ttlMs],
  );
  return taken.rowCount === 1;
}

export async function releaseLease(sql: Sql, lease: Lease): Promise<void> {
  await sql.query('DELETE FROM ops.leases WHERE name = $1 AND holder = $2', [lease.name, lease.holder]);
}

/**
 * Renews until somebody else has the lease, it ran out without an answer, or it is given up; then aborts `lost`. True where
 * it may still be ours at the end.
 */
async function keepRenewing(
  { pool, lease, logger, timing = LEASE_TIMING, clock = REAL, mayLead = () => true }: LeadingOptions,
  lost: AbortController,
  takenAtMs: number,
): Promise<boolean> {
  const known = { renewedAtMs: takenAtMs, isOthers: false };
  const leftMs = (): number => known.renewedAtMs + timing.ttlMs - clock.nowMs();
  /** Its answer counts also where it comes late. The lease runs from when it was asked for at the earliest. */
  const renew = async (): Promise<void> => {
    const askedAtMs = clock.nowMs();
    const outcome = await takeLease(pool, lease, timing.ttlMs).catch(() => 'unknown' as const);
    if (outcome === true) known.renewedAtMs = Math.max(known.renewedAtMs, askedAtMs);
    if (outcome === false) known.isOthers = true;
  };
  for (;;) {
    await clock.sleep(Math.min(timing.renewMs, leftMs()), lost.signal);
    if (lost.signal.aborted) return true;
    if (!mayLead()) {
      logger.warn({ lease: lease.name }, 'lease given up');
      lost.abort();
      return true;
    }
    // A connection that was cut in silence may not answer for long: the next renewal goes over another one.
    if (leftMs() > 0) {
      await atMost(Math.min(timing.renewMs, leftMs()), renew(), undefined, clock.sleep);
    }
    if (known.isOthers || leftMs() <= 0) {
      logger.warn({ lease: lease.name }, 'lease lost');
      lost.abort();
      return false;
    }
  }
}

/** How time passes for a holder: as it is unless a test says otherwise. */
export type LeaseClock = { nowMs: () => number; sleep: typeof sleep };

const REAL: LeaseClock = { nowMs: () => performance.now(), sleep };

export type LeadingOptions = {
  pool: Pool;
  lease: Lease;
  logger: Logger;
  /** Ends the waiting and the work. */
  signal: AbortSignal;
  timing?: LeaseTiming;
  clock?: LeaseClock;
  /**
   * False while this process cannot do the work, for example without the log: it takes no lease and gives up the one that it
   * has, so that another process can lead. Default true.
   */
  mayLead?: () => boolean;
};

/**
 * Does `work` whenever this process holds the lease, until the signal; others stand by. The signal given to
 * `work` is aborted when the lease is lost or given up: before it has run out, also where the database does not answer at
 * all. A clean end gives the lease back at once. `work` must not reject.
 */
export async function whileLeading(
  options: LeadingOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { pool, lease, signal, logger, timing = LEASE_TIMING, mayLead = () => true, clock = REAL } = options;
  while (!signal.aborted) {
    const askedAtMs = clock.nowMs();
    // A database that is out of reach is the same as a lease that somebody else holds: ask again.
    const taken =
      mayLead() &&
      (await atMost(
        timing.ttlMs,
        takeLease(pool, lease, timing.ttlMs).catch(() => false),
        false,
        clock.sleep,
      ));
    if (!taken) {
      await clock.sleep(timing.standbyMs, signal);
      continue;
    }
    logger.info({ lease: lease.name }, 'lease taken');
    const lost = new AbortController();
    const renewing = keepRenewing(options, lost, askedAtMs);
    try {
      await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      lost.abort();
      if (await renewing) await releaseLease(pool, lease).catch(() => undefined); // it expires
    }
    // Where the work ended before the signal, another process gets the chance to lead.
    await clock.sleep(timing.standbyMs, signal);
  }
}
