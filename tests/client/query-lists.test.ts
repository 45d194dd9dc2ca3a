import test from 'ava';
import { createTriageClient } from '../../client/client.ts';
import { queryLists } from '../../infra/openapi/query-lists.ts';

/** The query of the one call that `call` makes. */
async function queryOf(call: (client: ReturnType<typeof createTriageClient>) => unknown): Promise<string> {
  let query = '';
  const client = createTriageClient({
    baseUrl: 'http://service.test',
    apiKey: null,
    fetch: ({ url }) => {
      query = new URL(url).search;
      return Promise.resolve(Response.json({}));
    },
  });
  await call(client);
  return query;
}

test('a list goes into the query as the description says: with commas, or repeated', async (t) => {
  t.is(
    await queryOf((client) =>
      client.GET('/v1/sessions', {
        params: { query: { triage_level: ['urgent', 'routine'], status: 'active', limit: 5 } },
      }),
    ),
    '?triage_level=urgent,routine&status=active&limit=5',
  );
  t.is(
    await queryOf((client) =>
      client.GET('/v1/admin/webhooks/deliveries', {
        params: { query: { status: ['failed', 'pending'], page: 2 } },
      }),
    ),
    '?status=failed,pending&page=2',
  );
  t.is(
    await queryOf((client) =>
      client.GET('/v1/admin/audit-log/events', {
        params: { query: { action: ['key.created', 'auth.login'], limit: 10 } },
      }),
    ),
    '?action=key.created&action=auth.login&limit=10',
  );
});

test('what is left out, empty or null leaves no trace, and values are escaped', async (t) => {
  t.is(
    await queryOf((client) =>
      client.GET('/v1/sessions', {
        params: { query: { triage_level: [], chief_complaint: 'pain & fever' } },
      }),
    ),
    '?chief_complaint=pain%20%26%20fever',
  );
  t.is(await queryOf((client) => client.GET('/v1/sessions')), '');
});

test('one name in two forms is refused: the client knows lists by their names', (t) => {
  const list = (explode: boolean) => ({ get: { parameters: [{ name: 'status', in: 'query', explode }] } });
  t.true(queryLists({ paths: { '/a': list(false), '/b': list(false) } }).includes('["status"]'));
  t.throws(() => queryLists({ paths: { '/a': list(false), '/b': list(true) } }), {
    message: 'the list status is written in two forms',
  });
});
