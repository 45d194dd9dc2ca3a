import type { Section } from '../section.ts';
import { compareOnOff, without, type Candidate, type Running } from '../stack/on-off.ts';

/** The check of rows that give access may cost 3 % of the throughput. */
const LEAST_SHARE = 0.97;

/** Makes the code of each key a wrong one: throws where the candidate does not refuse them, or refuses them without a check. */
async function verify(candidate: Candidate, { stack, interviews }: Running): Promise<void> {
  await interviews.prepare(1);
  await stack.installation.pool.query("UPDATE read.api_keys SET row_mac = sha256('wrong')");
  const isAnswered = await interviews.answer(interviews.take()).then(
    () => true,
    () => false,
  );
  if (isAnswered === (candidate === 'on')) throw new Error(`"${candidate}" was not ${candidate}`);
}

/** What the check of rows that give access costs the answer path, in one run. */
export const accessRows: Section = {
  name: 'access-rows',
  run: (options) =>
    compareOnOff({
      on: options,
      off: without('access', options),
      verify,
      leastShare: LEAST_SHARE,
      condition:
        'off: each row that gives access is believed: neither its code nor the end of its stream is looked at. Rows hold codes, and admission reads what they are over, as with on',
    }),
};
