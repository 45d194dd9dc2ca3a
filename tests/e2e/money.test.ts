import test from 'ava';
import { randomUUID } from 'node:crypto';
import { overrideRateLimit, topUp } from '../../command-api/tenants/operations.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { errorIn } from '../support/answers.ts';
import { type Answer, type Client } from '../support/api.ts';
import { startService } from '../support/service.ts';

/** Tokens and concurrency through HTTP, with the projections running. */
const service = await startService();
test.after.always(service.stop);

type State = { session_id: string; current_question: { question_id: string } };

async function tenant(tier: TierName): Promise<{ client: Client; tenantId: string }> {
  const tenantId = await service.newTenant({ tier });
  const client = await service.newClient(tenantId);
  await service.settled(['balances']);
  return { client, tenantId };
}
const open = async (client: Client): Promise<State> => {
  const answer = await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40 });
  if (answer.status !== 201) throw new Error(`create gave ${answer.status}`);
  return answer.body as State;
};
const answerOnce = (client: Client, { session_id, current_question }: State, key?: string): Promise<Answer> =>
  client(
    'POST',
    `/v1/sessions/${session_id}/answer`,
    { question_id: current_question.question_id, raw_text: 'no' },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const charged = (answer: Answer): string | null => answer.headers.get('x-svc-tokens-charged');
async function balance(client: Client): Promise<number> {
  await service.settled(['balances']);
  return ((await client('GET', '/v1/account')).body as { balance: number }).balance;
}
/** Spends 5 tokens a call by reading a text into a session again and again. */
async function spend(client: Client, session: State, tokens: number): Promise<void> {
  for (let spent = 0; spent < tokens; spent += 5) {
    const routed = await client('POST', `/v1/sessions/${session.session_id}/route`, { text: 'a headache' });
    if (routed.status !== 200) throw new Error(`route gave ${routed.status}`);
  }
}

test('each call costs what the price list says, and the answer says it', async (t) => {
  const { client } = await tenant('growth');
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40 });
  t.is(charged(opened), '1');
  const session = opened.body as State;
  const path = `/v1/sessions/${session.session_id}`;
  t.is(charged(await client('POST', `${path}/route`, { text: 'my head hurts' })), '5');
  const state = (await client('GET', `${path}/state`)).body as State;
  const answered = await answerOnce(client, { ...session, current_question: state.current_question });
  t.is(charged(answered), '8');
  t.is((answered.body as { meta: { tokens_charged: number } }).meta.tokens_charged, 8);
  const { question_id } = (answered.body as State).current_question;
  t.is(charged(await client('POST', `${path}/answer`, { question_id, skip: true })), '0');
  t.is(charged(await client('POST', `${path}/finalize`)), '0');
  t.is(charged(await client('GET', `${path}/results`)), '0');
  t.is(await balance(client), 50_000 - 14);
});

test('a refused call costs nothing, a repeated one costs once', async (t) => {
  const { client, tenantId } = await tenant('growth');
  const session = await open(client);
  const key = randomUUID();
  const first = await answerOnce(client, session, key);
  const again = await answerOnce(client, session, key);
  t.is(first.status, 200);
  t.deepEqual(again.body, first.body);
  t.is((await answerOnce(client, session)).status, 409);
  const unknown = { session_id: session.session_id, current_question: { question_id: 'no_such' } };
  t.is((await answerOnce(client, unknown)).status, 422);
  t.is(await balance(client), 50_000 - 9);
  const intents = await service.runtime.pool.query('SELECT 1 FROM ops.intents WHERE tenant_id = $1', [
    tenantId,
  ]);
  t.is(intents.rowCount, 0);
});

test('a balance of 8 pays for one of two answers at once', async (t) => {
  const { client, tenantId } = await tenant('free_trial');
  await overrideRateLimit(service.runtime, tenantId, 5_000);
  const opened = [await open(client), await open(client)] as const;
  await spend(client, opened[0], 990);
  t.is(await balance(client), 8);
  const sessions = await Promise.all(
    opened.map(
      async ({ session_id }) => (await client('GET', `/v1/sessions/${session_id}/state`)).body as State,
    ),
  );
  const answers = await Promise.all(sessions.map((session) => answerOnce(client, session)));
  t.deepEqual(answers.map((answer) => answer.status).sort(), [200, 402]);
  t.is(await balance(client), 0);
  t.is((await client('POST', '/v1/sessions', { chief_complaint: 'cough' })).status, 402);
  t.is((await client('GET', '/v1/sessions')).status, 200);
  await topUp(service.runtime, tenantId, 1);
  await service.settled(['balances']);
  t.not((await client('POST', '/v1/sessions', { chief_complaint: 'cough' })).status, 402);
});

test("one free place of the tier's concurrency goes to one of two creates at once", async (t) => {
  const { client } = await tenant('free_trial');
  for (let count = 0; count < 4; count += 1) await open(client);
  const create = () => client('POST', '/v1/sessions', { chief_complaint: 'cough' });
  const answers = await Promise.all([create(), create()]);
  t.deepEqual(answers.map((answer) => answer.status).sort(), [201, 429]);
  const refused = answers.find((answer) => answer.status === 429);
  const error = errorIn(refused!);
  t.is(error.code, 'rate_limited');
  t.is(error.detail?.limit, 5);
  t.is(refused!.headers.get('retry-after'), '30');
  t.true(Date.parse(String(error.detail?.slot_free_at)) > Date.now() + 1_000_000);
});

test('a test key is never charged', async (t) => {
  const tenantId = await service.newTenant({ tier: 'growth' });
  const client = await service.newClient(tenantId, { test: true });
  const session = await open(client);
  t.is(charged(await answerOnce(client, session)), '0');
  t.is(await balance(client), 50_000);
});
