import type { Section } from '../section.ts';
import { compareOnOff, without, type Candidate, type Running } from '../stack/on-off.ts';
import { NOT_SEALED } from '../unprotected/seal.ts';

/** Protection may cost 8 % of the throughput. */
const LEAST_SHARE = 0.92;

async function verify(candidate: Candidate, { stack: { installation } }: Running): Promise<void> {
  const { rows } = await installation.pool.query<{ sessions: number; clear: number; chained: number }>(
    `SELECT count(*)::int AS sessions,
       count(*) FILTER (WHERE substr(state_sealed, 1, length($1::bytea)) = $1)::int AS clear,
       (SELECT count(*)::int FROM read.audit_rows WHERE subject_type = 'session') AS chained
     FROM read.sessions`,
    [NOT_SEALED],
  );
  const { sessions = 0, clear = 0, chained = 0 } = rows[0] ?? {};
  const isRight =
    candidate === 'on' ? clear === 0 && chained > sessions : clear === sessions && chained === 0;
  if (sessions === 0 || !isRight) throw new Error(`"${candidate}" was not ${candidate}`);
}

/** What encryption and audit chain cost the answer path: the same load with both and without either, in one run. */
export const protection: Section = {
  name: 'protection',
  run: (options) =>
    compareOnOff({
      on: options,
      off: without('sealing', options),
      verify,
      leastShare: LEAST_SHARE,
      condition:
        'off: what would be sealed (events, rows, data keys, request entries) stands in the clear at the same length; no audit projection, no checkpoint signer. Data keys are made and stored, and events validated, as with on',
    }),
};
