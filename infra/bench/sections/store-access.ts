import { parseConnection } from '../../../shared/event-log/connection-string.ts';
import type { Section } from '../section.ts';
import { compareOnOff, type Candidate, type Running } from '../stack/on-off.ts';

/** TLS and password may cost 5 % of the throughput. */
const LEAST_SHARE = 0.95;

/** Throws where the candidate's store was not what it stands for, or was not used. */
async function verify(candidate: Candidate, { stack }: Running): Promise<void> {
  const { isSecure, user } = parseConnection(stack.infrastructure.eventStoreUrl);
  const isRight = candidate === 'on' ? isSecure && user !== null : !isSecure && user === null;
  if (!isRight || (await stack.installation.log.lastPosition()) < 1n) {
    throw new Error(`"${candidate}" was not ${candidate}`);
  }
}

/** What TLS and password of the embedded event store cost the answer path, in one run. */
export const storeAccess: Section = {
  name: 'store-access',
  run: (options) =>
    compareOnOff({
      on: options,
      off: { ...options, openStore: true },
      verify,
      leastShare: LEAST_SHARE,
      condition: 'off: the embedded event store without TLS and password, as a process of its own too',
    }),
};
