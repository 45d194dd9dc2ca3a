import { streamNameOf, typeOf, type StoredRecord } from '../wire/record.ts';
import { invalidArgument } from '../wire/rpc-error.ts';
import type { ReadFilterOptions } from '../protocol.ts';

/** Whether an event passes. */
export type EventFilter = (record: StoredRecord) => boolean;

const MAX_REGEX_LENGTH = 1_000;
const MAX_PREFIXES = 1_000;
/** Names and types repeat, so verdicts of the regular expression are remembered, this many at most. */
const MAX_VERDICTS = 10_000;

function byPrefix(field: (record: StoredRecord) => Buffer, prefixes: readonly string[]): EventFilter {
  const wanted = prefixes.map((prefix) => Buffer.from(prefix, 'utf8'));
  return (record) => {
    const value = field(record);
    return wanted.some((prefix) => prefix.equals(value.subarray(0, prefix.length)));
  };
}

function byRegex(field: (record: StoredRecord) => Buffer, source: string): EventFilter {
  if (source.length > MAX_REGEX_LENGTH) throw invalidArgument('The filter expression is too long.');
  let regex: RegExp;
  try {
    regex = new RegExp(source);
  } catch {
    throw invalidArgument('The filter expression is not valid.');
  }
  const verdicts = new Map<string, boolean>();
  return (record) => {
    const value = field(record).toString('utf8');
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    if (verdicts.size === MAX_VERDICTS) verdicts.clear();
    const verdict = regex.test(value);
    verdicts.set(value, verdict);
    return verdict;
  };
}

/** Makes the filter of a request: by stream name or event type, with prefixes or a regular expression. */
export function createEventFilter(options: ReadFilterOptions): EventFilter {
  const byName = options.getStreamIdentifier();
  const expression = byName ?? options.getEventType();
  if (expression === undefined) throw invalidArgument('A filter needs an expression.');
  const field = byName === undefined ? typeOf : streamNameOf;
  const regex = expression.getRegex();
  if (regex !== '') return byRegex(field, regex);
  const prefixes = expression.getPrefixList();
  if (prefixes.length === 0 || prefixes.length > MAX_PREFIXES) {
    throw invalidArgument(`A filter needs a regular expression or 1 to ${MAX_PREFIXES} prefixes.`);
  }
  return byPrefix(field, prefixes);
}
