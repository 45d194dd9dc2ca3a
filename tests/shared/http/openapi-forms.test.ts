import test from 'ava';
import { z } from 'zod';
import { createSchemaWriter } from '../../../shared/http/openapi-schemas.ts';

/** What is written of one field. */
const written = (field: z.ZodType, direction: 'input' | 'output' = 'output'): unknown => {
  const { properties } = createSchemaWriter().write(z.object({ field }), direction);
  return (properties as { field: unknown }).field;
};

const level = z.enum(['high', 'low']).meta({ id: 'Level' });

test('null stands among the types of what is written in place, and in its list of values', (t) => {
  t.deepEqual(written(z.string().max(5).nullable()), { type: ['string', 'null'], maxLength: 5 });
  t.deepEqual(written(z.array(z.string()).nullable().meta({ description: 'Words.' })), {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Words.',
  });
  t.deepEqual(written(z.object({ inner: z.string().max(5).nullable() }).nullable()), {
    type: ['object', 'null'],
    properties: { inner: { type: ['string', 'null'], maxLength: 5 } },
    required: ['inner'],
  });
  t.deepEqual(written(z.enum(['a', 'b']).nullable()), { type: ['string', 'null'], enum: ['a', 'b', null] });
  t.deepEqual(written(z.literal('a').nullable()), { type: ['string', 'null'], enum: ['a', null] });
  t.deepEqual(written(z.int32().nullish().meta({ description: 'Years.' })), {
    type: ['integer', 'null'],
    format: 'int32',
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    description: 'Years.',
  });
});

test('null beside a component is the other half of a oneOf', (t) => {
  t.deepEqual(written(level.nullable().meta({ description: 'How high.' })), {
    oneOf: [{ $ref: '#/components/schemas/Level' }, { type: 'null' }],
    description: 'How high.',
  });
});

test('simple types are listed; what a keyword of one would bind in another stays a union', (t) => {
  t.deepEqual(written(z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())])), {
    type: ['boolean', 'number', 'string', 'array', 'null'],
    items: { type: 'string' },
  });
  const apart = written(
    z.union([z.string().max(3).meta({ description: 'a' }), z.boolean().meta({ description: 'b' })]),
  );
  t.is((apart as { anyOf: unknown[] }).anyOf.length, 2);
});

test('a whole number has bounds, and the format that holds them', (t) => {
  const safe = Number.MAX_SAFE_INTEGER;
  t.deepEqual(written(z.int()), { type: 'integer', format: 'int64', minimum: -safe, maximum: safe });
  t.deepEqual(written(z.int().min(0).max(130)), {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: 130,
  });
  t.deepEqual(written(z.int32().positive()), {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 2_147_483_647,
  });
  t.like(
    written(
      z
        .int()
        .min(0)
        .max(2 ** 31),
    ),
    { format: 'int64' },
  );
  t.like(written(z.int().gt(-5).lt(5)), { minimum: -4, maximum: 4 });
});

test('a union with a common field says which value of it means which member', (t) => {
  const cat = z.object({ kind: z.literal('cat') }).meta({ id: 'Cat' });
  const dog = z.object({ kind: z.enum(['dog', 'puppy']) }).meta({ id: 'Dog' });
  const refs = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' };
  const union = {
    oneOf: [{ $ref: refs.cat }, { $ref: refs.dog }],
    discriminator: { propertyName: 'kind', mapping: { ...refs, puppy: refs.dog } },
  };
  const pet = z.discriminatedUnion('kind', [cat, dog]);
  t.deepEqual(written(pet), union);
  t.deepEqual(written(pet.nullable()), { ...union, oneOf: [...union.oneOf, { type: 'null' }] });
});
