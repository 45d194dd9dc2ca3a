import type { CopyValue } from '../../../shared/postgres/copy.ts';
import type { Random } from '../../bench/load/random.ts';
import { TENANT_ID } from './facts.ts';
import { BAD_HOURS, CALLS_FAIL } from './settings.ts';

/** Counts of calls by hour and route. */

export const CALL_COLUMNS = [
  'tenant_id',
  'start_at',
  'width_s',
  'route',
  'requests',
  'errors',
  'latency',
] as const;

const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
const BAD_MS = { from: Date.parse(BAD_HOURS.from), until: Date.parse(BAD_HOURS.until) };

/** What software reads after it wrote: which call, and how often. */
const READS: readonly { after: string; route: string; share: number }[] = [
  {
    after: 'POST /v1/sessions/{session_id}/answer',
    route: 'GET /v1/sessions/{session_id}/state',
    share: 0.15,
  },
  {
    after: 'POST /v1/sessions/{session_id}/finalize',
    route: 'GET /v1/sessions/{session_id}/results',
    share: 0.9,
  },
];

type Counted = { calls: number; errors: number };

export function createCalls(random: Random) {
  const byHour = new Map<number, Map<string, Counted>>();
  const count = (atMs: number, route: string): void => {
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    const routes = byHour.get(hourMs) ?? new Map<string, Counted>();
    byHour.set(hourMs, routes);
    const counted = routes.get(route) ?? { calls: 0, errors: 0 };
    routes.set(route, counted);
    counted.calls += 1;
    // A call that failed was made once more: what happened in the end is known.
    const fails = atMs >= BAD_MS.from && atMs < BAD_MS.until ? BAD_HOURS.errors : CALLS_FAIL;
    if (random.next() >= fails) return;
    counted.calls += 1;
    counted.errors += 1;
  };
  return {
    add: (atMs: number, route: string): void => {
      count(atMs, route);
      for (const read of READS)
        if (read.after === route && random.next() < read.share) count(atMs, read.route);
    },
    rows: (): CopyValue[][] =>
      [...byHour].flatMap(([hourMs, routes]) =>
        [...routes].map(([route, { calls, errors }]) => [
          TENANT_ID,
          new Date(hourMs).toISOString(),
          HOUR_S,
          route,
          calls,
          errors,
          [],
        ]),
      ),
  };
}
