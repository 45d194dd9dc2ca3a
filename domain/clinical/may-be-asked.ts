import type { CompiledFinding } from './compiled.ts';
import { mayBeAsked } from './demographics.ts';
import { hasReason, PRESENT, type Facts } from './facts.ts';
import type { Demographics } from './inference.ts';

/** Nothing is left to ask. */
export const isSettled = ({ status, settled }: Facts, { index }: CompiledFinding): boolean =>
  status[index] !== 0 || settled[index] === 1;

/** True where the finding is open, and this patient may be asked for it. */
export function canAsk(finding: CompiledFinding, facts: Facts, demographics: Demographics): boolean {
  if (isSettled(facts, finding)) return false;
  if (!mayBeAsked(finding, demographics) || !hasReason(facts, finding)) return false;
  if (finding.choiceFindings.some((target) => facts.status[target] === PRESENT)) return false;
  const { derives } = finding;
  if (derives.length > 0 && derives.every((row) => facts.status[row.finding] !== 0)) return false;
  return finding.after < 0 || facts.status[finding.after] === PRESENT;
}
