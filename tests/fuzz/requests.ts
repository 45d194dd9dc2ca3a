import fc from 'fast-check';
import { brokenOf } from '../support/broken.ts';
import { looseValueOf, valueOf, type Schema } from '../support/arbitrary.ts';
import { fits } from '../support/described.ts';
import type { Operation, Parameter } from '../support/description.ts';
import type { Call } from '../contract/calls.ts';

/** What a request brings. */
export type Request = Required<Pick<Call, 'ids' | 'query' | 'body'>>;
/** A request that the description does not allow, and the rule that it breaks. */
export type Refusable = { rule: string; request: Request };

/** A form that is on its way out contradicts the form that stands: it is not asked for. */
const queryOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(({ in: place, schema }) => place === 'query' && schema['deprecated'] !== true);
const pathOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(({ in: place }) => place === 'path');

/** A segment that is empty, or dots, makes another path of the call. */
const isSegment = (text: unknown): boolean => isText(text) && !['', '.', '..'].includes(text);

const asObject = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as Schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** Without halves of surrogate pairs, which UTF-8 cannot hold. */
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const written = (value: unknown, { explode }: Parameter): string | string[] => {
  if (!Array.isArray(value)) return textOf(value);
  return explode === true ? value.map(textOf) : value.map(textOf).join(',');
};

/** A list without entries is left out; a URL holds no lone surrogates. */
const canBeWritten = (value: unknown): boolean =>
  value !== undefined &&
  (!Array.isArray(value) || value.length > 0) &&
  [value].flat().every((each) => isWellFormed(textOf(each)));

const inQuery = (values: Record<string, unknown>, parameters: readonly Parameter[]) =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = values[parameter.name];
      return canBeWritten(value) ? [[parameter.name, written(value, parameter)]] : [];
    }),
  );

/** Of a query as it is sent: more would be too much for the head of a request. */
const MAX_QUERY_BYTES = 8_000;
const sizeOf = (query: Record<string, unknown>): number => encodeURIComponent(JSON.stringify(query)).length;

/** Requests that the description of an operation allows. */
export function requestsOf(operation: Operation): fc.Arbitrary<Request> {
  const parameters = queryOf(operation);
  const query = valueOf(asObject(parameters)) as fc.Arbitrary<Record<string, unknown>>;
  const ids = valueOf(asObject(pathOf(operation))) as fc.Arbitrary<Record<string, string>>;
  const body = operation.body === null ? fc.constant(undefined) : valueOf(operation.body.schema);
  return fc
    .record({ ids: ids.filter((drawn) => Object.values(drawn).every(isSegment)), query, body })
    .map((drawn) => ({ ...drawn, query: inQuery(drawn.query, parameters) }))
    .filter(({ query: written }) => sizeOf(written) < MAX_QUERY_BYTES);
}

/** Whether a text in a URL is of a parameter's type at all: of everything else it would be read as another value. */
const isMisread = (value: unknown, { schema }: Parameter): boolean => {
  const { type, enum: values } = schema as Schema;
  if (type === 'array')
    return !Array.isArray(value) || value.length === 0 || value.some((one) => !isText(one));
  if (type === 'integer') return typeof value !== 'number' && !isText(value);
  return type === undefined && values === undefined ? true : !isText(value);
};
const isText = (value: unknown): value is string => typeof value === 'string' && isWellFormed(value);

/** Of a request that the description allows, each that has one rule broken. */
export function brokenRequestsOf(operation: Operation, sample: Request): Refusable[] {
  const parameters = queryOf(operation);
  const byParameter = parameters.flatMap((parameter) =>
    brokenOf(parameter.schema as Schema, '')
      .filter(({ value }) => !isMisread(value, parameter))
      .map(({ rule, value }) => ({
        rule: `${parameter.name} ${rule}`,
        request: { ...sample, query: { ...sample.query, [parameter.name]: written(value, parameter) } },
      })),
  );
  const bySegment = pathOf(operation).flatMap(({ name, schema }) =>
    brokenOf(schema as Schema, '')
      .filter(({ value }) => isSegment(value))
      .map(({ rule, value }) => ({
        rule: `${name} ${rule}`,
        request: { ...sample, ids: { ...sample.ids, [name]: value as string } },
      })),
  );
  const byBody =
    operation.body === null
      ? []
      : brokenOf(operation.body.schema as Schema, sample.body).map(({ rule, value }) => ({
          rule,
          request: { ...sample, body: value },
        }));
  return [...bySegment, ...byParameter, ...byBody];
}

/** Bodies whose fields are each allowed, but not together; those that come up among so many. */
export function contradictionsOf(
  { body }: Operation,
  { sample, ...tries }: { sample: Request; numRuns: number; seed: number },
): Refusable[] {
  if (body === null) return [];
  return fc
    .sample(looseValueOf(body.schema), tries)
    .filter((value) => !fits(body.schema, value))
    .map((value) => ({ rule: 'fields together', request: { ...sample, body: value } }));
}

/** Whether a call of the operation brings anything that can be drawn. */
export const hasInput = ({ parameters, body }: Operation): boolean =>
  body !== null || parameters.some(({ in: place }) => place !== 'header');
