import type { Broken, TenantVerdict } from './verify.ts';

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

function describeBroken(broken: Broken): string {
  if (broken.where === 'checkpoints') return `checkpoint ${broken.number}: ${broken.problem}`;
  const event = broken.event_id === null ? '' : ` (event ${broken.event_id})`;
  const missing = 'missing' in broken ? `; ${counted(broken.missing ?? 1, 'row')} missing` : '';
  return `row ${broken.seq}${event}: ${broken.problem}${missing}`;
}

/** One line for a reader: what was looked at and how far, and what is broken. */
export function describeVerdict(verdict: TenantVerdict): string {
  const { tenant_id, rows, checkpoints, looked_until, broken } = verdict;
  const until = looked_until
    ? `position ${looked_until.position} of the log (${looked_until.at})`
    : 'the beginning of the log, which is empty';
  const looked = `${counted(rows, 'row')} and ${counted(checkpoints, 'checkpoint')} up to ${until}`;
  return broken === null
    ? `${tenant_id}: intact, ${looked}`
    : `${tenant_id}: BROKEN at ${describeBroken(broken)}; looked at ${looked}`;
}
