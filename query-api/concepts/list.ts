import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText, limitOffset, pageFields } from '../../shared/http/schemas.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { conceptSchema, conceptType } from './concept.ts';
import { createConceptSearch } from './search.ts';

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

const list = z
  .object({
    ...pageFields,
    data: z.array(conceptSchema).meta({ description: 'The concepts of the page, the best match first.' }),
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
