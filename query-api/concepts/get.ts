import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { conceptSchema } from './concept.ts';

const params = z.object({
  code: boundedText(1, 100).meta({
    description: 'Code of the concept, such as the `question_id` of a question.',
    examples: ['temperature_c'],
  }),
});

export function getConcept(deps: QueryDeps): Route {
  const concepts = new Map(deps.engine.concepts.map((concept) => [concept.code, concept]));
  return defineRoute({
    method: 'GET',
    path: '/v1/concepts/{code}',
    operationId: 'getConcept',
    summary: 'One concept of the catalogue',
    description:
      'The complaint, finding, risk factor, condition or flag with this code. The code of a question is that of the ' +
      'finding that it asks for.',
    tag: 'Concepts',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params,
    responses: { 200: { description: 'The concept.', schema: conceptSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) => {
      const found = concepts.get(ctx.params.code);
      if (found === undefined) throw new ApiError('not_found', 'The catalogue has no such code.');
      return Promise.resolve({ status: 200, body: found });
    },
  });
}
