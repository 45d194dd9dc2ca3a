import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText, limitOffset } from '../../shared/http/schemas.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { createConceptSearch } from './search.ts';

const conceptType = z.enum(['complaint', 'finding', 'risk_factor', 'condition', 'flag']);

const query = z.object({
  q: boundedText(0, 200).default('').meta({ description: 'What is searched for; empty lists everything.' }),
  lang: z.enum(['en', 'cs']).optional().meta({
    description:
      'Which names and synonyms are searched: those in English or in Czech; both where it is left out. Answers hold both languages always.',
  }),
  type: conceptType.optional(),
  ...limitOffset({ maxLimit: 200, defaultLimit: 50 }),
});

const concept = z
  .object({
    code: z.string(),
    type: conceptType,
    name: z.string(),
    name_cs: z.string(),
    synonyms: z.array(z.string()),
    synonyms_cs: z.array(z.string()),
    value_type: z.enum(['boolean', 'number', 'choice']).nullable(),
    allowed_values: z.array(z.string()).nullable(),
    unit: z.string().nullable(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    icd: z.string().nullable(),
  })
  .meta({ id: 'Concept' });

const list = z
  .object({
    total: z.int32().min(0),
    limit: z.int32().min(1),
    offset: z.int().min(0),
    data: z.array(concept),
  })
  .meta({ id: 'ConceptList' });

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
