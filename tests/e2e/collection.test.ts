import test from 'ava';
import type { Collection } from '../../infra/openapi/collection/format.ts';
import { codeIn, readMailbox, tokenIn } from '../support/mailbox.ts';
import { itemsOf, runCollection, startReader, type CollectionRun, type Sent } from '../support/newman.ts';
import { startService } from '../support/service.ts';
import { newEmail } from '../support/sign-in.ts';
import { accepts } from '../support/webhooks.ts';
import { startReceiver } from '../webhook-dispatcher/support/receiver.ts';

/** The collection as a partner imports it from a running service, sent by newman from top to bottom. */
const service = await startService();
const { mailTo } = readMailbox(service.stack.dataDir);
const email = newEmail();
const colleague = newEmail();
/** What a person reads in the mails, and types into the variables of the collection. */
const reader = await startReader(async (what) => {
  if (what === 'code') return codeIn(await mailTo(email, 2));
  return tokenIn(await (what === 'invite_token' ? mailTo(colleague, 2) : mailTo(email, 3)));
});
const collection = (await (await fetch(`${service.baseUrl}/v1/docs/postman.json`)).json()) as Collection;
const tenantId = await service.newTenant();
test.after.always(async () => {
  await reader.stop();
  await service.stop();
});

const firstHour = collection.item[0]?.name ?? '';

/** After which request a mail has come, and the variable that a person then sets. */
const typing: Readonly<Record<string, string>> = {
  '/v1/auth/resend-code': 'code',
  '/v1/dashboard/team/invite': 'invite_token',
  '/v1/auth/forgot-password': 'reset_token',
};

function withTyping(given: Collection): Collection {
  const typed = structuredClone(given);
  for (const item of itemsOf(typed)) {
    const variable = typing[item.request.url.raw.replace('{{baseUrl}}', '')];
    if (variable === undefined) continue;
    const script = { type: 'text/javascript' as const, exec: reader.reading(variable, variable) };
    item.event = [...(item.event ?? []), { listen: 'test', script }];
  }
  return typed;
}

/** By what its name announces, and by nothing that the collection itself asserts. */
function unannounced({ sent }: CollectionRun, circumstances: readonly string[]): Sent[] {
  return sent.filter(({ name, status }) => {
    const [, announced, when] = /\((\d{3}) expected(?:: | )(.+)\)$/.exec(name) ?? [];
    const isConditional = when === 'with a test key' || when === 'once it has arrived';
    const isRefused = announced !== undefined && (!isConditional || circumstances.includes(when));
    return isRefused ? status !== Number(announced) : status < 200 || status > 299;
  });
}

test.serial(
  'on a fresh tenant every request gets a 2xx, or the refusal that its name announces',
  async (t) => {
    const apiKey = await service.newKey(tenantId);
    const variables = { apiKey, email, colleague_email: colleague };
    const run = await runCollection(withTyping(collection), { variables });
    t.deepEqual(run.failures, []);
    t.deepEqual(run.skipped, [], 'every request was sent');
    t.deepEqual(unannounced(run, []), []);
    t.deepEqual(
      new Set(run.sent.map(({ name }) => name)),
      new Set(itemsOf(collection).map(({ name }) => name)),
    );
  },
);

test.serial('run again at once with a test key, it needs no edit and leaves nothing behind', async (t) => {
  const apiKey = await service.newKey(tenantId, { test: true });
  const run = await runCollection(collection, { folder: firstHour, variables: { apiKey } });
  t.deepEqual(run.failures, []);
  t.deepEqual(run.skipped, []);
  t.deepEqual(unannounced(run, ['with a test key']), []);

  await service.settled(['sessions']);
  for (const test of [true, false]) {
    const client = await service.newClient(tenantId, { test });
    const read = async (path: string): Promise<unknown> => (await client('GET', path)).body;
    t.like(await read('/v1/sessions'), { total: 0 });
    t.like(await read('/v1/patients'), { data: [] });
    t.deepEqual(await read('/v1/admin/webhooks'), []);
  }
  const client = await service.newClient(tenantId);
  const names = ((await client('GET', '/v1/admin/keys')).body as { name: string }[]).map(({ name }) => name);
  t.deepEqual([...new Set(names)], ['test'], 'only the keys of this test');
  t.like((await client('GET', '/v1/admin/rate-limit')).body, { source: 'tier' });
});

test.serial('where the receiver takes the delivery, the names still hold', async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  accepts(receiver);
  const variables = { apiKey: await service.newKey(tenantId), webhook_url: receiver.url };
  const run = await runCollection(collection, { folder: '4. Webhooks', variables });
  t.deepEqual(run.failures, []);
  t.deepEqual(run.skipped, []);
  t.deepEqual(unannounced(run, ['once it has arrived']), []);
});

test.serial('imported and run without a key, it sends only what needs none', async (t) => {
  const run = await runCollection(collection, { variables: {} });
  t.deepEqual(run.failures, []);
  t.deepEqual(unannounced(run, []), []);
  const open = itemsOf(collection).filter(({ request }) => request.auth?.type === 'noauth');
  const names = new Set(open.map(({ name }) => name));
  t.true(run.sent.every(({ name }) => names.has(name)));
  t.true(run.sent.length >= 8);
});
