import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { interfaceDocument } from '../../../shared/api/document.ts';
import { TOLERANCE_S } from '../../../client/webhooks/verify.ts';
import { ATTEMPTS_A_ROUND, RETRY_DELAYS_MS } from '../../../webhook-dispatcher/schedule.ts';
import { problemsOfBody, webhookSchemas } from '../../support/webhook-bodies.ts';
import { sentHeaders } from './sent-headers.ts';

/** What partners read about webhooks: the description, the schemas and the page, against each other and the code. */
type Json = Record<string, unknown>;
type Webhook = {
  post: { requestBody: { content: { 'application/json': { schema: Json; example: Json } } } };
};
const document = interfaceDocument() as { webhooks: Record<string, Webhook>; components: Json };
const readText = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const page = readText('docs/partner/webhooks.md');

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'interface', components: document.components });

test('there is a schema for each event, and for nothing else', (t) => {
  t.deepEqual([...webhookSchemas.keys()].toSorted(), WEBHOOK_EVENT_NAMES.toSorted());
});

for (const [name, { $id, title, examples, $schema: _, $defs, ...schema }] of webhookSchemas) {
  test(`${name}: the description and the schema say the same, and their example fits`, (t) => {
    const { schema: described, example } =
      document.webhooks[name]!.post.requestBody.content['application/json'];
    const ref = (described as { $ref: string }).$ref;
    t.true(ajv.validate({ $ref: `interface${ref}` }, example), ajv.errorsText());
    t.deepEqual(examples, [example]);
    t.deepEqual(problemsOfBody(JSON.stringify(example)), []);
    t.deepEqual([$id, title], [`urn:clinical-triage:webhook:v1:${name}`, name]);
    const { schemas } = document.components as { schemas: Record<string, Json> };
    const component = schemas[ref.split('/').at(-1)!]!;
    const local = (of: Json): Json =>
      JSON.parse(JSON.stringify(of).replaceAll('#/components/schemas/', '#/$defs/')) as Json;
    const { description } = component;
    t.deepEqual({ ...schema, description }, { ...local(component), description });
    for (const [id, definition] of Object.entries(($defs ?? {}) as Json))
      t.deepEqual(definition, local(schemas[id]!));
  });

  test(`${name}: no place for free text, and nothing is left out that is described`, (t) => {
    const [example] = examples as [Json];
    const isRefused = (body: Json): boolean => problemsOfBody(JSON.stringify(body)).length > 0;
    t.is(stringsOf({ ...schema, $defs }).length, 0);
    const data = example.data as Json;
    for (const key of Object.keys(data)) {
      const { [key]: value, ...rest } = data;
      t.true(isRefused({ ...example, data: rest }), `without ${key}`);
      const text = Array.isArray(value) ? ['the patient says so'] : 'the patient says so';
      t.true(isRefused({ ...example, data: { ...rest, [key]: text } }), `text in ${key}`);
    }
    // Receivers must take fields that are new to them.
    t.false(isRefused({ ...example, data: { ...data, later: 1 }, later: 1 }));
  });
}

/** Every string of a schema that neither a list, a pattern nor a format narrows. */
function stringsOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, ...rest } = node as Json;
  const isNarrow = ['enum', 'const', 'pattern', 'format'].some((word) => word in rest);
  const isString = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return [...(isString && !isNarrow ? [node] : []), ...Object.values(rest).flatMap(stringsOf)];
}

test('the page names every event, header and number as it is', (t) => {
  for (const name of WEBHOOK_EVENT_NAMES) t.true(page.includes(`\`${name}\``), name);
  const headers = sentHeaders();
  for (const name of Object.keys(headers))
    t.true(name === 'Content-Type' || page.includes(`\`${name}\``), name);
  t.true(page.includes(`\`${headers['User-Agent']}\``));
  const words = RETRY_DELAYS_MS.map((ms) =>
    ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  t.true(page.includes(`**${words.slice(0, -1).join(', ')} and ${words.at(-1)}**`));
  t.true(page.replaceAll('\n  ', ' ').includes(`${ATTEMPTS_A_ROUND} attempts over about 31 hours`));
  t.is(TOLERANCE_S, 300);
  t.is(page.match(/\b300\b/g)?.length, 5, 'each of the four languages, once; Go looks both ways');
});

test('the page prints the first vector, and what is computed from it is right', (t) => {
  const { cases } = JSON.parse(readText('client/webhooks/vectors.json')) as {
    cases: { secrets: string[]; body: string; headers: Record<string, string> }[];
  };
  const [{ secrets, body, headers }] = cases as [(typeof cases)[number]];
  const printed = Object.fromEntries(
    page
      .split('```text\n')[1]!
      .split('```')[0]!
      .split('\n')
      .map((line) => line.split(/ {2,}/) as [string, string]),
  );
  const { secret = '', timestamp = '', id = '' } = printed;
  t.like(printed, {
    secret: secrets[0],
    timestamp: headers['X-Svc-Timestamp'],
    id: headers['webhook-id'],
    body,
  });
  t.is(
    printed['X-Svc-Signature-256'],
    createHmac('sha256', secret).update(`${timestamp}.${printed.body}`).digest('hex'),
  );
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  t.is(
    printed['webhook-signature'],
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${printed.body}`).digest('base64')}`,
  );
});

test('the page shows the example that the schema has', (t) => {
  const shown = JSON.parse(page.split('```json\n')[1]!.split('```')[0]!) as Json;
  t.deepEqual(problemsOfBody(JSON.stringify(shown)), []);
});
