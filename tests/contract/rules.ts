import { load } from 'js-yaml';

/** What a value has to be, as the table says it in short and the description at length. */
export type Rule = {
  /** Several where any of them will do. */
  kinds?: string[];
  /** Bounds of the length of a text, the size of an array, or a number; both included. */
  min?: number;
  max?: number;
  pattern?: string;
  /** A closed list; `isOpen` where the table names only some of it. */
  values?: unknown[];
  isOpen?: true;
  items?: Rule;
  /** How a query writes an array. */
  list?: 'comma' | 'repeated';
  /** Of an object with names of its own choice: what each value is. */
  of?: Rule;
  fields?: Fields;
  isNullable?: true;
  default?: unknown;
};
/** By name; `isRequired` says nothing of an answer, where each has to be. */
export type Fields = Record<string, { isRequired: boolean; rule: Rule }>;

const KINDS = new Set([
  ...['string', 'ascii', 'visible', 'cursor', 'domain', 'email', 'uri', 'uuid', 'date', 'date-time'],
  ...['integer', 'number', 'boolean', 'object'],
]);
const RANGE = String.raw`(?:(\d+)?\.\.(\d+)?)`;
const ATOM = new RegExp(`^([a-z0-9_-]+)(?: ${RANGE})?(?: /(.+)/)?$`);
const LIST = new RegExp(`^(?:(comma|repeated) ?)?${RANGE}?$`);

const boundsOf = (min: string | undefined, max: string | undefined): Rule => ({
  ...(min === undefined ? {} : { min: Number(min) }),
  ...(max === undefined ? {} : { max: Number(max) }),
});

/** Reads rules as the README of the table writes them. Throws for anything else. */
export function createRuleReader(shapes: Record<string, unknown>) {
  function atomOf(text: string): Rule | null {
    if (text.startsWith('object of ')) return { kinds: ['object'], of: textRule(text.slice(10)) };
    const [matched, name = '', min, max, pattern] = ATOM.exec(text) ?? [];
    if (matched === undefined) return null;
    if (KINDS.has(name))
      return { kinds: [name], ...boundsOf(min, max), ...(pattern === undefined ? {} : { pattern }) };
    return name in shapes && min === undefined && max === undefined ? ruleOf(shapes[name]) : null;
  }

  function valueRule(parts: string[]): Rule {
    const [only, ...more] = parts.map(atomOf);
    if (only && more.length === 0) return only;
    if ([only, ...more].every((each) => each?.kinds && !each.fields))
      return {
        ...only,
        ...(Object.assign({}, ...more) as Rule),
        kinds: [only, ...more].flatMap((one) => one?.kinds ?? []),
      };
    if (parts.length === 1 && !parts[0]?.startsWith('const '))
      throw new Error(`no such rule: ${parts[0] ?? ''}`);
    if (parts.length === 1) return { values: [load(parts[0]?.slice(6) ?? '')] };
    const [first = '', ...rest] = parts;
    const isOpen = first.startsWith('including ');
    return { values: [isOpen ? first.slice(10) : first, ...rest].toSorted(), ...(isOpen ? { isOpen } : {}) };
  }

  function textRule(text: string): Rule {
    const [, before = text, value] = /^(.*?) = (.*)$/.exec(text) ?? [];
    const parts = before.split(' | ');
    const own = parts.filter((part) => part !== 'null');
    return {
      ...valueRule(own),
      ...(own.length < parts.length ? { isNullable: true as const } : {}),
      ...(value === undefined ? {} : { default: load(value) }),
    };
  }

  function listRule([item, how = '']: unknown[]): Rule {
    const [, before = String(how), value] = /^(.*?) = (.*)$/.exec(String(how)) ?? [];
    const parts = before.split(' | ');
    const size = parts.find((part) => part !== 'null') ?? '';
    const [matched, list, min, max] = LIST.exec(size) ?? [];
    if (matched === undefined) throw new Error(`no such bounds of an array: ${before}`);
    return {
      kinds: ['array'],
      items: ruleOf(item),
      ...boundsOf(min === '0' ? undefined : min, max),
      ...(list === undefined ? {} : { list: list as 'comma' | 'repeated' }),
      ...(parts.includes('null') ? { isNullable: true as const } : {}),
      ...(value === undefined ? {} : { default: load(value) }),
    };
  }

  /** The fields of a mapping, or of the shape that a name stands for. */
  function fieldsOf(written: unknown): Fields {
    const { '+': taken, ...own } = (typeof written === 'string' ? shapes[written] : written) as Record<
      string,
      unknown
    >;
    const fields = Object.entries(own).map(([name, rule]) => [
      name.replace(/!$/, ''),
      { isRequired: name.endsWith('!'), rule: ruleOf(rule) },
    ]);
    return { ...(taken === undefined ? {} : fieldsOf(taken)), ...(Object.fromEntries(fields) as Fields) };
  }

  function ruleOf(written: unknown): Rule {
    if (typeof written === 'string') return textRule(written);
    if (Array.isArray(written)) return listRule(written);
    return { kinds: ['object'], fields: fieldsOf(written) };
  }

  return { ruleOf, fieldsOf };
}
