import { NOT_BLANK_PATTERN, STORABLE_PATTERN } from '../../shared/http/patterns.ts';
import { resolved } from '../support/description.ts';
import type { Fields, Rule } from './rules.ts';

type Schema = Record<string, unknown>;
export type Parameter = { name: string; required: boolean; schema: Schema; explode?: boolean };

/** What the kit's own schemas are called in the table. */
const KINDS_BY_PATTERN: Record<string, string> = {
  [String.raw`^[\x21-\x7e]*$`]: 'ascii',
  '^[A-Za-z0-9_-]*$': 'cursor',
  [STORABLE_PATTERN]: 'string',
};
const VISIBLE_ID = /^\^\(\?!\\\.\{1,2\}\$\)/;
/** How the table writes what the description says with what every text must be. */
const WRITTEN: Record<string, string> = { [NOT_BLANK_PATTERN]: String.raw`\S` };
const DOMAIN = /^\^\(\?=\.\{4,253\}\$\)/;
const CURSOR_LENGTH = 1_024;

/** The rule that a schema of the description states. */
export function describedRule(given: Schema): Rule {
  // A default stands beside the reference to its type.
  const schema = { ...resolved(given), ...given };
  const rule = bareRule(schema);
  return schema['default'] === undefined ? rule : { ...rule, default: schema['default'] };
}

function bareRule(schema: Schema): Rule {
  const options = schema['anyOf'] ?? schema['oneOf'];
  // Beside fields it says which of them are needed.
  if (Array.isArray(options) && schema['properties'] === undefined) return unionRule(options as Schema[]);
  if (Array.isArray(schema['type']) && schema['type'].length > 2) return anyRule(schema['type'] as string[]);
  if (Array.isArray(schema['type']))
    return unionRule((schema['type'] as string[]).map((type) => ({ ...withoutNull(schema), type })));
  if (schema['const'] !== undefined) return { values: [schema['const']] };
  if (Array.isArray(schema['enum'])) return { values: (schema['enum'] as string[]).toSorted() };
  if (schema['type'] === 'array')
    return {
      kinds: ['array'],
      items: describedRule(schema['items'] as Schema),
      ...bounds(schema['minItems'], schema['maxItems']),
    };
  if (schema['type'] === 'string') return textRule(schema);
  if (schema['type'] === 'object' || schema['type'] === undefined) return objectRule(schema);
  return { kinds: [schema['type'] as string], ...bounds(schema['minimum'], schema['maximum']) };
}

/** The values of a nullable list, which holds null as well. */
const withoutNull = (schema: Schema): Schema =>
  Array.isArray(schema['enum'])
    ? { ...schema, enum: (schema['enum'] as unknown[]).filter((value) => value !== null) }
    : schema;

/** What a format holds by itself is no bound of ours. */
const WIDEST = new Set<unknown>([
  ...[Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ...[-(2 ** 31), 2 ** 31 - 1],
]);

const bounds = (min: unknown, max: unknown): Rule => ({
  ...(typeof min === 'number' && !WIDEST.has(min) ? { min } : {}),
  ...(typeof max === 'number' && !WIDEST.has(max) ? { max } : {}),
});

/** Where there is more than one type, the table names them and not what is in each. */
const anyRule = (types: string[]): Rule => ({
  kinds: types.filter((type) => type !== 'null'),
  ...(types.includes('null') ? { isNullable: true as const } : {}),
});

function unionRule(schemas: Schema[]): Rule {
  const own = schemas.filter(({ type }) => type !== 'null').map(describedRule);
  const [only = {}] = own;
  const nullable = own.length < schemas.length ? { isNullable: true as const } : {};
  if (own.length === 1) return { ...only, ...nullable };
  return { ...Object.assign({}, ...own), kinds: own.flatMap(({ kinds = [] }) => kinds), ...nullable } as Rule;
}

function textRule({ format, pattern, minLength, maxLength }: Schema): Rule {
  const text = typeof pattern === 'string' ? pattern : '';
  if (DOMAIN.test(text)) return { kinds: ['domain'] };
  const known = VISIBLE_ID.test(text) ? 'visible' : KINDS_BY_PATTERN[text];
  if (known === 'cursor' && maxLength === CURSOR_LENGTH) return { kinds: ['cursor'] };
  const kind = known ?? (typeof format === 'string' ? format : 'string');
  return {
    kinds: [kind],
    ...bounds(minLength, maxLength),
    // A format's pattern only says what the format leaves open.
    ...(known === undefined && text !== '' && format === undefined ? { pattern: WRITTEN[text] ?? text } : {}),
  };
}

function objectRule({ properties, required = [], additionalProperties: others }: Schema): Rule {
  const names = Object.entries((properties ?? {}) as Record<string, Schema>);
  if (names.length > 0) return { kinds: ['object'], fields: describedFields(names, required as string[]) };
  const of = typeof others === 'object' && others !== null ? describedRule(others as Schema) : {};
  return of.kinds === undefined || of.fields || isAnything(others)
    ? { kinds: ['object'] }
    : { kinds: ['object'], of };
}

const isAnything = (schema: unknown): boolean => Object.keys(schema as Schema).length === 0;

const describedFields = (names: [string, Schema][], required: string[]): Fields =>
  Object.fromEntries(
    names.map(([name, schema]) => [
      name,
      { isRequired: required.includes(name), rule: describedRule(schema) },
    ]),
  );

/** The rules of parameters, whose arrays say how a query writes them. */
export const parameterFields = (parameters: readonly Parameter[]): Fields =>
  Object.fromEntries(
    parameters.map(({ name, required, schema, explode }) => {
      const rule = describedRule(schema);
      const list = explode === true ? ('repeated' as const) : ('comma' as const);
      return [name, { isRequired: required, rule: rule.items ? { ...rule, list } : rule }];
    }),
  );

/** Why what is described is not what the table asks for in a request: with its bounds, defaults and values. */
export function unlike(asked: Fields, described: Fields): string[] {
  const names = [...new Set([...Object.keys(asked), ...Object.keys(described)])];
  return names.flatMap((name) => {
    const [table, found] = [asked[name], described[name]].map(
      (field) => field && settled(field, asked[name]),
    );
    const [one, other] = [JSON.stringify(table), JSON.stringify(found)];
    return one === other ? [] : [`${name}: ${one} in the table, ${other} in the description`];
  });
}

/** With keys in one order, and of a list that the table knows in part only that part. */
function settled(value: unknown, pattern: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => settled(item, (pattern as unknown[] | undefined)?.[at]));
  if (value === null || typeof value !== 'object') return value;
  const [own, asked] = [value as Schema, (pattern ?? {}) as Schema];
  const known = asked['isOpen'] === true ? { values: sharedValues(own, asked), isOpen: true } : {};
  return Object.fromEntries(
    Object.entries({ ...own, ...known })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, settled(each, asked[name])]),
  );
}

const sharedValues = (own: Schema, asked: Schema): unknown[] =>
  (asked['values'] as unknown[]).filter((value) => (own['values'] as unknown[] | undefined)?.includes(value));

/** What an answer that is described like this lacks of what the table asks for: fields, their type, `null`. */
export function lacking(asked: Rule, described: Rule, at = 'body'): string[] {
  if (asked.isNullable !== described.isNullable)
    return [`${at} is ${described.isNullable ? '' : 'not '}nullable`];
  if (asked.values && !described.values) return [`${at} is no closed list`];
  if (asked.values)
    return JSON.stringify(settled(asked, asked)) === JSON.stringify(settled(only(described), asked))
      ? []
      : [`${at} has other values`];
  const fits = asked.kinds?.some((kind) => isKindOf(described, kind));
  if (!fits) return [`${at} is ${describedKinds(described)}`];
  const items = asked.items ? lacking(asked.items, described.items ?? {}, `${at}[]`) : [];
  const of = asked.of ? lacking(asked.of, described.of ?? {}, `${at}.*`) : [];
  const fields = Object.entries(asked.fields ?? {}).flatMap(([name, { rule }]) => {
    const field = described.fields?.[name];
    if (!field?.isRequired) return [`${at} lacks ${name}`];
    return lacking(rule, field.rule, `${at}.${name}`);
  });
  return [...items, ...of, ...fields];
}

const only = ({ values, isNullable }: Rule): Rule => ({
  ...(values && { values }),
  ...(isNullable && { isNullable }),
});
const describedKinds = ({ kinds, values }: Rule): string => kinds?.join(' or ') ?? JSON.stringify(values);

/** Whether every value of what is described is of this kind: a whole number is a number, a time is a text. */
function isKindOf({ kinds = [], values = [] }: Rule, kind: string): boolean {
  if (kind === 'string' && values.length > 0) return values.every((value) => typeof value === 'string');
  const texts = ['ascii', 'visible', 'cursor', 'email', 'uri', 'uuid', 'date', 'date-time', 'string'];
  const wide: Record<string, string[]> = { number: ['number', 'integer'], string: texts };
  return kinds.length > 0 && kinds.every((one) => (wide[kind] ?? [kind]).includes(one));
}
