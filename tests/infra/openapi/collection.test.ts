import { createServer } from 'node:http';
import test from 'ava';
import { firstHour } from '../../../infra/openapi/collection/first-hour.ts';
import { postmanCollection } from '../../../infra/openapi/collection/index.ts';
import { leftOut } from '../../../infra/openapi/collection/left-out.ts';
import { operationsOf } from '../../../infra/openapi/collection/operations.ts';
import { teamAndSignIn } from '../../../infra/openapi/collection/team.ts';
import { interfaceDocument } from '../../../shared/api/document.ts';
import type { Json } from '../../../shared/http/openapi-schemas.ts';
import { listen } from '../../support/listening.ts';
import { itemsOf, runCollection } from '../../support/newman.ts';

/** The collection as it is generated; tests/e2e/collection.test.ts sends it. */
const document = interfaceDocument();
const operations = operationsOf(document);
const collection = postmanCollection(document);
const items = itemsOf(collection);
const steps = [...firstHour, ...teamAndSignIn].flatMap((folder) => folder.steps);
const placed = new Set(steps.map(({ operation }) => operation));

test('every operation has its place in the collection, or a reason why not', (t) => {
  t.deepEqual(
    [...operations.keys()].filter((id) => !placed.has(id) && !(id in leftOut)),
    [],
    'give these a step in infra/openapi/collection, or a reason in left-out.ts',
  );
  t.deepEqual(
    Object.keys(leftOut).filter((id) => placed.has(id) || !operations.has(id)),
    [],
  );
  t.true(Object.values(leftOut).every((reason) => reason.length > 10));
});

test('the same description gives the same collection, byte for byte', (t) => {
  t.is(JSON.stringify(postmanCollection(interfaceDocument())), JSON.stringify(collection));
});

test('a step that names what its operation does not have stops the generation', (t) => {
  const without = structuredClone(document) as {
    paths: Record<string, Record<string, { parameters: Json[] }>>;
  };
  without.paths['/v1/concepts']!['get']!.parameters = [];
  t.throws(() => postmanCollection(without as unknown as Json), {
    message: /listConcepts has no parameter q/,
  });
  delete without.paths['/v1/concepts'];
  t.throws(() => postmanCollection(without as unknown as Json), { message: /listConcepts/ });
});

test('a name leads to one request, and announces the refusal that is meant to come', (t) => {
  const names = items.map(({ name }) => name);
  t.is(new Set(names).size, names.length);
  const refusing = steps.filter(({ refused }) => refused !== undefined).length;
  t.is(names.filter((name) => /\(4\d\d expected[ :].+\)$/.test(name)).length, refusing);
});

test('nothing optional is switched on but what a request is about', (t) => {
  const always: Record<string, string> = {
    'Content-Type': 'application/json',
    'Idempotency-Key': '{{$guid}}',
    'X-CSRF-Token': '{{csrf_token}}',
  };
  for (const [index, { name, request }] of items.entries()) {
    const { query = {}, operation } = steps[index]!;
    const on = <T extends { disabled?: true }>(list: readonly T[] = []) =>
      list.filter(({ disabled }) => disabled !== true);
    for (const { key, value } of on(request.header)) t.true(value === always[key], `${name}: ${key}`);
    t.deepEqual(Object.fromEntries(on(request.url.query).map(({ key, value }) => [key, value])), query, name);
    const { parameters } = operations.get(operation)!;
    const isIdempotent = parameters.some((one) => one.name === 'Idempotency-Key');
    t.is(
      on(request.header).some(({ key }) => key === 'Idempotency-Key'),
      isIdempotent,
      name,
    );
    const hasToken = on(request.header).some(({ key }) => key === 'X-CSRF-Token');
    t.false(hasToken && request.auth?.type !== 'noauth', `${name}: a key needs no token of a session`);
  }
});

test('every variable is declared with its meaning, and used', (t) => {
  const { variable, ...rest } = collection;
  const text = JSON.stringify(rest);
  const uses = /\{\{(\w+)\}\}|(?:ariables\.[sg]et| set)\('(\w+)'/g;
  const named = new Set([...text.matchAll(uses)].map(([, used, set]) => used ?? set));
  t.deepEqual([...named].toSorted(), variable.map(({ key }) => key).toSorted());
  t.deepEqual(
    variable.slice(0, 2).map(({ key }) => key),
    ['baseUrl', 'apiKey'],
  );
  t.true(variable.every(({ description }) => description !== ''));
  t.false(/svc_(test|live)_[A-Z0-9]/i.test(JSON.stringify(variable)), 'no key in a variable');
});

test('the answers of the description are saved with their requests', (t) => {
  const saved = new Set(
    items.flatMap(({ response }, index) => (response.length > 0 ? [steps[index]!.operation] : [])),
  );
  const told = [...operations.values()].filter(({ id, answers }) => answers.length > 0 && placed.has(id));
  const refusedOnly = told.filter(({ id }) => !saved.has(id)).map(({ id }) => id);
  t.deepEqual(refusedOnly, ['resolveWebhookDelivery', 'replayAllDeadLetters']);
  for (const { body, code } of items.flatMap(({ response }) => response)) {
    t.true(code >= 200 && code < 300);
    t.notThrows(() => JSON.parse(body) as unknown);
  }
});

test('when the calls of a minute are used up, the next request waits until one is free', async (t) => {
  const arrived: number[] = [];
  const server = createServer((_, response) => {
    arrived.push(Date.now());
    const nextS = Math.floor(Date.now() / 1_000) + 1;
    const used = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(nextS) };
    response.writeHead(200, { 'Content-Type': 'application/json', ...used }).end('{}');
  });
  t.teardown(() => server.close());
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const [first, second] = items;
  const two = { ...collection, item: [{ name: 'Two', description: '', item: [first!, second!] }] };
  const { failures } = await runCollection(two, { variables: { baseUrl, apiKey: 'svc_test_x' } });
  t.deepEqual(failures, []);
  t.is(arrived.length, 2);
  // The server says the time in whole seconds, so the wait is one whole second.
  t.true(arrived[1]! - arrived[0]! >= 1_000);
});
