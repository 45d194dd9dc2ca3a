import test from 'ava';
import { describeInterface } from '../../../infra/openapi/document.ts';
import { RULES } from '../../../infra/openapi/rules.ts';

type Json = Record<string, unknown>;
type RuleName = keyof typeof RULES;

const { document } = await describeInterface();

for (const [name, rule] of Object.entries(RULES)) {
  test(`the description: ${name}`, (t) => {
    t.deepEqual(rule(document), []);
  });
}

const text = { type: 'string' };
const level = { type: 'string', enum: ['high', 'low'] };
const member = (type: string): Json => ({
  type: 'object',
  properties: { type: { type: 'string', const: type } },
});
const whole = { type: 'integer', format: 'int32', minimum: 0, maximum: 9 };
const ofSchemas = (schemas: Json): Json => ({ components: { schemas } });
const ofField = (field: Json): Json => ofSchemas({ Thing: { type: 'object', properties: { field } } });
const ofResponses = (responses: Json): Json => ({ paths: { '/things': { get: { responses } } } });
const ofBody = (schema: Json): Json => ofResponses({ 200: { content: { 'application/json': { schema } } } });

const refs = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
const discriminator = (names: string[]): Json => ({
  propertyName: 'type',
  mapping: Object.fromEntries(names.map((name) => [name, `#/components/schemas/${name}`])),
});

/** Of each rule documents that break it, with the places, and documents that keep it although they look alike. */
const CASES: Record<RuleName, { broken: [Json, string[]][]; kept: Json[] }> = {
  'no anyOf with null': {
    broken: [
      [ofField({ anyOf: [text, { type: 'null' }] }), ['/components/schemas/Thing/properties/field']],
      [
        ofBody({ type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } }),
        ['/paths//things/get/responses/200/content/application/json/schema/items'],
      ],
    ],
    kept: [ofField({ type: ['string', 'null'] }), ofField({ oneOf: [refs[0], { type: 'null' }] })],
  },
  'integers have a format and bounds': {
    broken: [
      { type: 'integer' },
      { type: ['integer', 'null'] },
      { ...whole, format: undefined },
      { ...whole, minimum: undefined },
      { ...whole, maximum: undefined },
    ].map((field) => [ofField(field), ['/components/schemas/Thing/properties/field']]),
    kept: [ofField(whole), ofField({ ...whole, type: ['integer', 'null'] }), ofField({ type: 'number' })],
  },
  'unions have a discriminator': {
    broken: [
      { oneOf: refs },
      { anyOf: refs },
      { oneOf: refs, discriminator: { propertyName: 'type' } },
      { oneOf: refs, discriminator: discriminator(['A']) },
      { oneOf: [text, { type: 'object' }] },
      { oneOf: [text, { ...text, format: 'date' }] },
    ].map((field) => [ofField(field), ['/components/schemas/Thing/properties/field']]),
    kept: [
      ofField({ oneOf: refs, discriminator: discriminator(['A', 'B']) }),
      ofField({ oneOf: [refs[0], { type: 'null' }] }),
      ofField({ anyOf: [whole, text] }),
      ofField({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ],
  },
  'nothing stands in place twice': {
    broken: [
      [
        ofSchemas({
          A: { type: 'object', properties: { level } },
          B: { type: 'object', properties: { urgency: { ...level, description: 'The same.' } } },
        }),
        ['/components/schemas/A/properties/level', '/components/schemas/B/properties/urgency'],
      ],
      [
        ofSchemas({ A: member('a'), List: { type: 'array', items: member('a') } }),
        ['/components/schemas/List/items'],
      ],
    ],
    kept: [
      ofSchemas({ A: member('a'), B: member('a'), List: { type: 'array', items: refs[0] } }),
      ofSchemas({ A: { type: 'object', properties: { one: text, other: text } } }),
    ],
  },
  'no two types in place under one name': {
    broken: [
      [
        ofSchemas({
          A: { type: 'object', properties: { data: member('a') } },
          B: { type: 'object', properties: { data: { type: 'array', items: member('b') } } },
        }),
        ['/components/schemas/A/properties/data', '/components/schemas/B/properties/data/items'],
      ],
    ],
    kept: [
      ofSchemas({
        A: { type: 'object', properties: { data: member('a') } },
        B: { type: 'object', properties: { data: text } },
      }),
    ],
  },
  'bodies are components': {
    broken: [
      [ofBody(member('a')), ['/paths//things/get/responses/200/content/application/json/schema']],
      [
        {
          paths: {
            '/things': { post: { requestBody: { content: { 'application/fhir+json': { schema: level } } } } },
          },
        },
        ['/paths//things/post/requestBody/content/application/fhir+json/schema'],
      ],
    ],
    kept: [ofBody(refs[0]!), ofBody({ type: 'array', items: refs[0] })],
  },
  'no component is named like a built-in': {
    broken: [[ofSchemas({ Error: member('a'), ApiError: member('b') }), ['/components/schemas/Error']]],
    kept: [ofSchemas({ A: { type: 'object', properties: { Error: text } } })],
  },
  'every operation has a default response': {
    broken: [[ofResponses({ 200: {} }), ['/paths//things/get']]],
    kept: [ofResponses({ 200: {}, default: {} })],
  },
};

for (const [name, { broken, kept }] of Object.entries(CASES)) {
  const rule = RULES[name as RuleName];
  test(`${name}: a document that breaks it is found out, and no other`, (t) => {
    for (const [found, places] of broken) {
      // Undefined marks what is left out.
      t.deepEqual(rule(JSON.parse(JSON.stringify(found)) as Json), places);
    }
    for (const fine of kept) t.deepEqual(rule(fine), [], JSON.stringify(fine));
  });
}
