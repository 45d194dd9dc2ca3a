import test from 'ava';
import { z } from 'zod';
import { buildOpenApi } from '../../../shared/http/openapi.ts';
import { DATE_PATTERN } from '../../../shared/http/patterns.ts';
import { defineRoute } from '../../../shared/http/route.ts';
import { lintOpenApi } from '../../support/redocly.ts';
import { call } from './calls.ts';
import { start, testRoutes } from './support.ts';

type Operation = {
  description: string;
  security?: unknown[];
  parameters: { name?: string; $ref?: string; required?: boolean; schema?: object }[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers?: object }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
};

const INFO = { title: 'Test', version: '0.2.0', description: 'The kit under test.' };
const build = (): Document => buildOpenApi(testRoutes(), INFO) as Document;

test('the served document is clean under the linter’s recommended rules', async (t) => {
  const server = await start();
  const { text } = await call(server, '/v1/openapi.json');
  await server.stop();
  t.deepEqual(await lintOpenApi(text), []);
});

test('operations say who may call, what it costs, and every error that can come', (t) => {
  const { paths } = build();
  const answer = paths['/v1/sessions/{session_id}/answer']?.['post'];
  t.is(answer?.description, 'Scope: `sessions:write`. Tokens: 8. Body limit: 1048576 bytes.');
  t.deepEqual(Object.keys(answer?.responses ?? {}), [
    '200',
    '400',
    '401',
    '402',
    '403',
    '404',
    '408',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
    'default',
  ]);
  t.deepEqual(Object.keys(answer?.responses['200']?.headers ?? {}), [
    'X-Request-ID',
    'Cache-Control',
    'X-Content-Type-Options',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Svc-Tokens-Charged',
    'Idempotency-Replayed',
  ]);
  const probe = paths['/v1/health/live']?.['get'];
  t.deepEqual(probe?.security, []);
  t.deepEqual(Object.keys(probe?.responses ?? {}), ['200', '400', '403', '500', 'default']);
  t.is(paths['/v1/admin/tier']?.['put']?.requestBody?.required, false);
});

test('query parameters keep their rules', (t) => {
  const list = build().paths['/v1/sessions']?.['get']?.parameters ?? [];
  const find = (name: string) => list.find((parameter) => parameter.name === name);
  t.like(find('limit'), {
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  });
  t.like(find('offset'), { schema: { type: 'integer', minimum: 0, default: 0 } });
  t.deepEqual(find('date_from')?.schema, { type: 'string', format: 'date', pattern: DATE_PATTERN });
  t.like(find('status'), { style: 'form', explode: false, schema: { type: 'array' } });
  t.like(find('action'), { style: 'form', explode: true });
  t.like(find('q'), { description: 'Part of the name.', schema: { type: 'string', maxLength: 20 } });
});

test('named schemas become components, once', (t) => {
  const { schemas } = build().components;
  t.deepEqual(Object.keys(schemas), [
    'ApiError',
    'ApiErrorBody',
    'ErrorCode',
    'ErrorDetail',
    'FieldError',
    'AnswerRequest',
    'Echo',
  ]);
  t.is(schemas['AnswerRequest']?.['additionalProperties'], false, 'a body is closed');
  t.is(schemas['Echo']?.['additionalProperties'], undefined, 'a response may grow');
  const claim = (schema: z.ZodType, name: string) =>
    defineRoute({
      method: 'GET',
      path: `/v1/${name}`,
      operationId: name,
      summary: name,
      tag: 'Test',
      access: { kind: 'public' },
      admission: 'gate',
      responses: { 200: { description: 'x', schema } },
      errors: [],
      handler: () => Promise.resolve({ status: 200, body: null }),
    });
  const twice = [z.object({ a: z.string() }), z.object({ b: z.string() })].map((schema) =>
    schema.meta({ id: 'Claimed' }),
  );
  t.throws(
    () =>
      buildOpenApi(
        twice.map((schema, index) => claim(schema, `r${index}`)),
        INFO,
      ),
    { message: /Claimed/ },
  );
});
