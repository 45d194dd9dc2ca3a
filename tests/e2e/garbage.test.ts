import test from 'ava';
import fc from 'fast-check';
import { clientOf, startApi } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';

/**
 * Generated garbage at every route of the service: never a 500, never a hang, always the envelope. One route after
 * another: all at once, the time limit of an answer would measure the queue of the others and not the route.
 */
const api = await startApi();
const tenantId = await api.newTenant();
const rawKey = await api.newKey(tenantId, { test: true });
const client = clientOf(api.baseUrl, rawKey);
const SEED = 20_261_121;
const RUNS_PER_ROUTE = 25;
const ANSWER_LIMIT_MS = 10_000;

type Operation = { method: string; path: string };
const document = (await (await fetchDescribed(`${api.baseUrl}/v1/openapi.json`)).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map((method) => ({ method: method.toUpperCase(), path })),
);

test.after.always(api.stop);

/** Field names that the routes know, so that garbage also gets past the first look at a body. */
const NAMES = [
  'chief_complaint', 'age', 'sex', 'free_text', 'initial_fields', 'patient_id', 'question_id', 'raw_text',
  'extracted_fields', 'extracted_flags', 'field_confidences', 'skip', 'text', 'accuracy', 'clear_answers', 'reason',
  'url', 'events', '__proto__', 'constructor', 'temperature_c',
]; // oxfmt-ignore

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'male',
    'additional',
    'correct',
    'http://127.0.0.1:1/x',
    'session.created',
    '\u0000',
    '\ud800',
    1e400,
  ),
);
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)),
  fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 6 }).map((json) => JSON.stringify(json)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', '[[[[', '['.repeat(5_000), '{"a":1,"a":2}', '\ufeff{}', 'null', '"\\ud800"'),
);
const segmentOf = (sessionId: string) =>
  fc.oneof(
    { arbitrary: fc.constant(sessionId), weight: 4 },
    fc.uuid(),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(encodeURIComponent),
    fc.constantFrom('%00', '%ff', '%E0%A4%A', '..%2f', "'--"),
  );
const query = fc.dictionary(
  fc.constantFrom('limit', 'offset', 'status', 'date_from', 'q', 'lang', 'type', 'format', 'chief_complaint'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  { maxKeys: 3 },
);

test('there are operations to try', (t) => {
  t.true(operations.length >= 18, `${operations.length} operations`);
});

for (const { method, path } of operations) {
  test.serial(`${method} ${path} survives garbage`, async (t) => {
    const opened = await client('POST', '/v1/sessions', { chief_complaint: 'chest pain' });
    const { session_id } = opened.body as { session_id: string };
    await fc.assert(
      fc.asyncProperty(
        segmentOf(session_id),
        query,
        body,
        fc.boolean(),
        async (id, parameters, text, withKey) => {
          const target = path.replaceAll(/\{[^}]+\}/g, id);
          const response = await fetchDescribed(
            `${api.baseUrl}${target}?${new URLSearchParams(parameters).toString()}`,
            {
              method,
              headers: {
                ...(withKey ? { authorization: `Bearer ${rawKey}` } : { authorization: 'Bearer nonsense' }),
                'content-type': 'application/json',
              },
              ...(method === 'GET' ? {} : { body: text }),
              signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
            },
          );
          const answer = await response.text();
          // A readiness probe may find a dependency slow on a loaded machine; nothing else may fail.
          const isProbe = path.startsWith('/v1/health');
          if (response.status === 500 || (response.status > 501 && !isProbe)) {
            throw new Error(`${response.status} ${answer}`);
          }
          if (response.status >= 400) {
            const { error } = JSON.parse(answer) as { error: { code: unknown; request_id: unknown } };
            if (typeof error.code !== 'string' || typeof error.request_id !== 'string')
              throw new Error(answer);
          }
        },
      ),
      { numRuns: RUNS_PER_ROUTE, seed: SEED, endOnFailure: true, includeErrorInReport: true },
    );
    t.pass();
  });
}
