import { z } from 'zod';
import { text, texts } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText, limitOffset, pageFields } from '../../shared/http/schemas.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { createConceptSearch } from './search.ts';

const conceptType = z.enum(['complaint', 'finding', 'risk_factor', 'condition', 'flag']).meta({
  id: 'ConceptType',
  description:
    'A complaint that a session is opened for; a finding or risk factor, which fields take; a condition, which is a ' +
    'diagnosis; or a red flag.',
  examples: ['finding'],
});

const query = z.object({
  q: boundedText(0, 200)
    .default('')
    .meta({ description: 'What is searched for; empty lists everything.', examples: ['vomiting'] }),
  lang: z
    .enum(['en', 'cs'])
    .optional()
    .meta({
      description:
        'Which names and synonyms are searched: those in English or in Czech; both where it is left out. Answers hold both languages always.',
      examples: ['en'],
    }),
  type: conceptType.optional().meta({ description: 'Only concepts of this type.' }),
  ...limitOffset({ maxLimit: 200, defaultLimit: 50 }),
});

const concept = z
  .object({
    code: text('What stands in fields, flags and answers.', 'temperature_c'),
    type: conceptType.describe('What kind of thing it is.'),
    name: text('What a clinician calls it, in English.', 'Body temperature'),
    name_cs: text('The same in Czech.', 'Tělesná teplota'),
    synonyms: texts('Other words for it in English.', 'fever of'),
    synonyms_cs: texts('Other words for it in Czech.', 'teplota'),
    value_type: z
      .enum(['boolean', 'number', 'choice'])
      .meta({ id: 'ConceptValueType', description: 'What a field holds.', examples: ['number'] })
      .nullable()
      .meta({
        description: 'What a field with this code holds; null for what is no field.',
        examples: ['number'],
      }),
    allowed_values: texts('Codes of a choice; null for what is no choice.', 'mild').nullable(),
    unit: text('Unit of the number; null where it has none, or where it is no number.', '°C').nullable(),
    minimum: z
      .number()
      .nullable()
      .meta({
        description: 'Smallest number that is taken, in that unit; null where there is none.',
        examples: [30],
      }),
    maximum: z
      .number()
      .nullable()
      .meta({
        description: 'Largest number that is taken, in that unit; null where there is none.',
        examples: [44],
      }),
    icd: text('ICD-10 code of a condition; null for everything else.', 'I20.8').nullable(),
  })
  .meta({ id: 'Concept', description: 'Something that the service knows: an entry of its catalogue.' });

const list = z
  .object({
    ...pageFields,
    data: z.array(concept).meta({ description: 'The concepts of the page, the best match first.' }),
  })
  .meta({ id: 'ConceptList', description: 'A page of the catalogue.' });

export function listConcepts(deps: QueryDeps): Route {
  const search = createConceptSearch(deps.engine.concepts);
  return defineRoute({
    method: 'GET',
    path: '/v1/concepts',
    operationId: 'listConcepts',
    summary: 'What may stand in initial_fields and extracted_fields',
    description:
      'The catalogue of complaints, findings, risk factors, conditions and flags in English and Czech. The search ' +
      'ignores accents and forgives typing errors.',
    tag: 'Concepts',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page, best match first.', schema: list } },
    errors: ['service_unavailable'],
    handler: (ctx) => {
      const { q, lang, type, limit, offset } = ctx.query;
      const found = search({ q, lang: lang ?? null, type: type ?? null });
      const data = found.slice(offset, offset + limit);
      return Promise.resolve({ status: 200, body: { total: found.length, limit, offset, data } });
    },
  });
}
