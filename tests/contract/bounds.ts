import { randomUUID } from 'node:crypto';
import type { Fields, Rule } from './rules.ts';

/** Values that a rule just allows, and values that it just refuses. */
export type Samples = { inside: unknown[]; outside: unknown[] };

/** Lengths are counted in characters, not in bytes or halves of surrogate pairs; and a password must not be common. */
const LETTERS = Array.from('žluťoučkýkůňúpělďábelskéódy𝄞');
const NARROW = Array.from('aquickbrownfoxjumpsover');
type Letters = readonly string[];
const textOf = (length: number, letters: Letters): string =>
  Array.from({ length }, (_, at) => letters[at % letters.length]).join('');

const DOMAIN_TAIL = '.example';
const addressOf = (length: number): string => {
  const labels = `${'d'.repeat(60)}.`.repeat(Math.ceil(length / 61));
  const tail = DOMAIN_TAIL.slice(1);
  return `nobody@${labels.slice(-(length - 'nobody@'.length - tail.length))}${tail}`;
};

const FORMATS: Record<string, Samples> = {
  uuid: { inside: [randomUUID(), randomUUID().toUpperCase()], outside: [randomUUID().slice(1), 'x'] },
  date: { inside: ['2026-02-28', '2024-02-29'], outside: ['2026-02-29', '0000-01-01', '2026-2-1'] },
  'date-time': {
    inside: ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.123+02:00'],
    outside: ['2026-01-31', '2026-01-31T25:00:00Z', '2026-02-30T08:30:00Z', '0000-01-01T00:00:00Z'],
  },
  domain: { inside: ['unbound.example'], outside: ['no_domain', 'example', `${'d'.repeat(64)}.example`] },
  cursor: { inside: [''], outside: ['no cursor', 'x'.repeat(1_025)] },
  boolean: { inside: [true, false], outside: ['true', 1] },
};
/** Of the rules that are patterns. */
const PATTERNS: Record<string, Samples> = {
  [String.raw`\S`]: { inside: ['x', '  x  '], outside: ['', '   '] },
  [String.raw`^\d{6}$`]: { inside: ['042137'], outside: ['04213', '0421371', 'abcdef'] },
};

function textSamples({ kinds = [], min = 0, max }: Rule, letters: Letters): Samples {
  const [kind] = kinds;
  const of = (length: number): string =>
    kind === 'email'
      ? addressOf(length)
      : kind === 'uri'
        ? `https://${'d'.repeat(Math.max(0, length - 8))}`.slice(0, length)
        : textOf(length, kind === 'ascii' ? ['~', '!'] : letters);
  const shortest = kind === 'email' ? 'a@b.cz' : of(min);
  return {
    inside: [shortest, ...(max === undefined ? [] : [of(max)])],
    outside: [
      ...(min > 0 ? [kind === 'email' ? 'a@' : of(min - 1)] : []),
      ...(max === undefined ? [] : [of(max + 1)]),
      ...(kind === 'ascii' ? ['two words', 'žába'] : []),
      ...(kind === 'visible' ? [' x', 'x ', 'x\u0007y', 'x\u200by'] : []),
      ...(kind === 'email' ? ['nobody'] : []),
    ],
  };
}

const numberSamples = ({ kinds = [], min, max }: Rule): Samples => {
  const step = kinds[0] === 'integer' ? 1 : 0.01;
  const highest = max ?? Number.MAX_SAFE_INTEGER;
  return {
    inside: [...(min === undefined ? [] : [min]), highest],
    outside: [
      ...(min === undefined ? [] : [min - step]),
      ...(max === undefined ? [] : [max + step]),
      ...(step === 1 ? [(min ?? 0) + 0.5] : []),
      'x',
    ],
  };
};

function listSamples({ items = {}, min = 0, max = 0 }: Rule, letters: Letters): Samples {
  const { inside, outside } = bareSamples(items, letters);
  const of = (count: number): unknown[] =>
    Array.from({ length: count }, (_, at) => inside[at % inside.length]);
  return {
    inside: [of(Math.max(min, 1)), of(max)],
    outside: [...(min > 0 ? [of(min - 1)] : []), of(max + 1), ...outside.map((item) => [item])],
  };
}

function objectSamples({ fields, of }: Rule): Samples {
  const rest = { inside: [{}], outside: ['x', []] };
  const named = Object.entries(fields ?? (of ? { any_name: { isRequired: false, rule: of } } : {}));
  const samples = named.map(([name, { rule }]) => ({ name, ...samplesOf(rule) }));
  return {
    inside: [
      ...rest.inside,
      ...samples.flatMap(({ name, inside }) => inside.map((one) => ({ [name]: one }))),
    ],
    outside: [
      ...rest.outside,
      ...samples.flatMap(({ name, outside }) => outside.map((one) => ({ [name]: one }))),
    ],
  };
}

/** What the pattern is about, and the bounds beside it. */
function patternSamples({ pattern = '', ...rest }: Rule, letters: Letters): Samples {
  const own = PATTERNS[pattern] ?? { inside: [], outside: [] };
  const { inside, outside } = textSamples(rest, letters);
  return rest.max === undefined
    ? own
    : { inside: [...own.inside, ...inside], outside: [...own.outside, ...outside] };
}

function bareSamples(rule: Rule, letters: Letters): Samples {
  const { values, kinds = [], pattern } = rule;
  const [kind = ''] = kinds;
  if (values) return { inside: values, outside: [values[0] === true ? false : 'no_such_value'] };
  if (kinds.length > 1) {
    const all = kinds.map((each) => bareSamples({ ...rule, kinds: [each] }, letters));
    return { inside: all.flatMap(({ inside }) => inside), outside: kinds.includes('string') ? [] : ['x'] };
  }
  if (pattern !== undefined) return patternSamples(rule, letters);
  if (kind === 'array') return listSamples(rule, letters);
  if (kind === 'object') return objectSamples(rule);
  return (
    FORMATS[kind] ?? (['integer', 'number'].includes(kind) ? numberSamples(rule) : textSamples(rule, letters))
  );
}

/** Of a field of a body. */
export function samplesOf(rule: Rule): Samples {
  const { inside, outside } = bareSamples(rule, LETTERS);
  return rule.isNullable === true
    ? { inside: [...inside, null], outside }
    : { inside, outside: [...outside, null] };
}

const inQuery = (value: unknown, { list }: Rule): string | string[] => {
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  return list === 'repeated' ? texts : texts.join(',');
};

/** Of a query's parameter, as it is written there. */
export function querySamples(rule: Rule): { inside: (string | string[])[]; outside: (string | string[])[] } {
  // Escaped, a long text of other letters would be more than the head of a request may have.
  const { inside, outside } = bareSamples(rule, NARROW);
  const written = (values: unknown[]) => values.map((value) => inQuery(value, rule));
  return { inside: written(inside), outside: written(outside) };
}

/** Of a placeholder of a path; an empty one would be another path. */
export function pathSamples(rule: Rule): { inside: string[]; outside: string[] } {
  const { inside, outside } = bareSamples(rule, NARROW);
  return { inside: inside.map(String), outside: outside.map(String).filter((text) => text !== '') };
}

/** Rounds over all fields at once, until each value of each field has been in one: what is in each of them. */
export function roundsOf<T>(fields: Fields, valuesOf: (rule: Rule) => T[]): Record<string, T>[] {
  const columns = Object.entries(fields).map(([name, { rule }]) => ({ name, values: valuesOf(rule) }));
  const rounds = Math.max(0, ...columns.map(({ values }) => values.length));
  return Array.from(
    { length: rounds },
    (_, round) =>
      Object.fromEntries(
        columns.flatMap(({ name, values }) => (round < values.length ? [[name, values[round]]] : [])),
      ) as Record<string, T>,
  );
}

/** Values for path, query and body of one call. */
export type Round = {
  ids: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Record<string, unknown>;
};
type Place = 'path' | 'query' | 'body';

/** Rounds of values that all stand on one side of a bound; in path, query and body together, or in these places. */
export function boundaryRounds(
  rules: Record<Place, Fields>,
  { side, places = ['path', 'query', 'body'] }: { side: keyof Samples; places?: readonly Place[] },
): Round[] {
  const fieldsIn = (place: Place): Fields => (places.includes(place) ? rules[place] : {});
  const ids = roundsOf(fieldsIn('path'), (rule) => pathSamples(rule)[side]);
  const query = roundsOf(fieldsIn('query'), (rule) => querySamples(rule)[side]);
  const body = roundsOf(fieldsIn('body'), (rule) => samplesOf(rule)[side]);
  return Array.from({ length: Math.max(ids.length, query.length, body.length) }, (_, round) => ({
    ids: ids[round] ?? {},
    query: query[round] ?? {},
    body: body[round] ?? {},
  }));
}
