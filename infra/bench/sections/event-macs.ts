import type { Section } from '../section.ts';
import { compareOnOff, without, type Candidate, type Running } from '../stack/on-off.ts';

/** Making and checking the MACs may cost 3 % of the throughput. */
const LEAST_SHARE = 0.97;

/** Throws where events of the candidate carry MACs and should not, or the other way round. */
async function verify(candidate: Candidate, { stack: { installation } }: Running): Promise<void> {
  let events = 0;
  let proven = 0;
  for await (const { type, metadata, standIn } of installation.log.readAll(null)) {
    if (type !== 'session-answered' && standIn === undefined) continue;
    events += 1;
    if (standIn === undefined && 'mac' in (metadata as object)) proven += 1;
  }
  if (events === 0 || proven !== (candidate === 'on' ? events : 0)) {
    throw new Error(`"${candidate}" was not ${candidate}: ${proven} of ${events} events carry a MAC`);
  }
}

/** What the MACs of events cost the answer path: the same load with them and without, in one run. */
export const eventMacs: Section = {
  name: 'event-macs',
  run: (options) =>
    compareOnOff({
      on: options,
      off: without('macs', options),
      verify,
      leastShare: LEAST_SHARE,
      condition: 'off: no MAC is made for an event, and none checked by any reader',
    }),
};
