import test from 'ava';
import { ApiError } from '../../../shared/http/errors.ts';
import { defineRoute } from '../../../shared/http/route.ts';
import { call } from './calls.ts';
import { start } from './support.ts';

const route = defineRoute({
  method: 'GET',
  path: '/v1/leads-on',
  operationId: 'leadOn',
  summary: 'Leads on',
  tag: 'Test',
  access: { kind: 'public' },
  admission: 'gate',
  errorPage: ({ code }, requestId) => `https://page.example/${code}?${requestId}`,
  responses: { 302: { description: 'Elsewhere.' } },
  errors: ['bad_gateway'],
  handler: () => Promise.reject(new ApiError('bad_gateway', 'The other one is away.')),
});

test('an error leads a browser to the page of its route; it is logged and counted as what it is', async (t) => {
  const own = await start({ routes: [route] });
  t.teardown(own.stop);
  const ask = (accept: string) => call(own, '/v1/leads-on', { headers: { accept, 'x-request-id': 'r-1' } });
  const led = await ask('text/html, */*;q=0.8');
  t.is(led.status, 302);
  t.is(led.headers['location'], 'https://page.example/bad_gateway?r-1');
  t.is(led.text, '');
  const line = own.logs.find((entry) => entry['msg'] === 'request failed');
  t.like(line, { level: 50, status: 302, error_code: 'bad_gateway' });
  t.regex(await own.metrics.metrics(), /http_errors_total\{code="bad_gateway",status="502"\} 1/);
  for (const accept of ['*/*', 'application/json', 'application/json, text/html'])
    t.is((await ask(accept)).status, 502, accept);
});
