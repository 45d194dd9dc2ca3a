/**
 * What the interface description owes a reader for every schema, property, parameter and header: what it means, in
 * which unit it is, what null says, and an example.
 */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

export type Field = { description?: string; schema?: Schema; example?: unknown; required?: boolean };

/** Words by which a reader learns the unit, by how the field's name ends. */
const UNITS: [RegExp, RegExp][] = [
  [/_ms$/, /\bmilliseconds?\b/i],
  [/_seconds$|^retry_after$/, /\bseconds?\b/i],
  [/(^|_)rpm$/, /\b(a|per) minute\b/i],
  [/tokens_|^balance$|_balance$|^lifetime_used$/, /\btokens?\b/i],
  [/probability$|^confidence$/, /\b0 to 1\b/],
  [/percentage/, /\bpercent\b|\b0 to 100\b/i],
];

const isNull = (schema: Schema): boolean => schema.type === 'null';
const variants = (schema: Schema): Schema[] => [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
const isNullable = (schema: Schema): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) || variants(schema).some(isNull);

/** The schema that says what a value is where it is not null. */
function core(schema: Schema): Schema {
  const others = variants(schema).filter((variant) => !isNull(variant));
  return others.length === 1 && others[0] !== undefined ? others[0] : schema;
}

/** Its own description, or that of the one thing that it is unless it is null; never that of a component. */
const descriptionOf = (schema: Schema): string => schema.description ?? core(schema).description ?? '';

/** What is wrong with a description. The rules look at words, so what it says is still a reviewer's to judge. */
export function faultsOf(name: string, schema: Schema, isRequired: boolean): string[] {
  const said = descriptionOf(schema);
  if (said === '') return ['no description'];
  const own = new Set(words(name));
  const faults: string[] = [];
  if (words(said).every((word) => own.has(word) || ARTICLES.has(word))) faults.push('only repeats the name');
  const unit = UNITS.find(([ending]) => ending.test(name));
  if (isQuantity(core(schema)) && unit !== undefined && !unit[1].test(said)) faults.push('no unit');
  if (isTime(core(schema)) && !said.includes('ISO 8601')) faults.push('no unit');
  if (isRequired && isNullable(schema) && !/\bnull\b/i.test(said)) faults.push('null is not explained');
  return faults;
}

const ARTICLES = new Set(['a', 'an', 'the', 'of', 'is', 'in', 'it', 'this']);
const words = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const isTime = ({ format }: Schema): boolean => format === 'date-time';
const isQuantity = ({ type }: Schema): boolean =>
  [type].flat().some((one) => one === 'integer' || one === 'number');

/** True where a reader finds an example: of the value itself, or of everything that it is made of. */
export function hasExample(schema: Schema): boolean {
  if (schema.$ref !== undefined || isNull(schema)) return true;
  if (schema.const !== undefined || schema.example !== undefined) return true;
  if (schema.examples !== undefined) return schema.examples.length > 0;
  if (schema.properties !== undefined) return true; // each of them is looked at by itself
  if (schema.items !== undefined) return hasExample(schema.items);
  const parts = [...variants(schema), ...(schema.allOf ?? [])];
  return parts.length > 0 && parts.every(hasExample);
}

/** Whether it only narrows what stands described elsewhere, as a branch of an `anyOf` may. */
const isConstraint = (schema: Schema): boolean =>
  Object.keys(schema).length > 0 && Object.keys(schema).every((keyword) => keyword === 'not');

/** Every fault below a schema, as `place: fault`. */
export function faultsBelow(place: string, schema: Schema): string[] {
  const described = Object.entries(schema.properties ?? {}).filter(([, property]) => !isConstraint(property));
  const properties = described.flatMap(([name, property]) => {
    const at = `${place}.${name}`;
    const faults = faultsOf(name, property, schema.required?.includes(name) ?? false);
    if (!hasExample(property)) faults.push('no example');
    return [...faults.map((fault) => `${at}: ${fault}`), ...faultsBelow(at, property)];
  });
  const { items, additionalProperties: rest } = schema;
  return [
    ...properties,
    ...(items === undefined ? [] : faultsBelow(`${place}[]`, items)),
    ...(typeof rest === 'object' ? faultsBelow(`${place}{}`, rest) : []),
    ...[...variants(schema), ...(schema.allOf ?? [])].flatMap((part) => faultsBelow(place, part)),
  ];
}
