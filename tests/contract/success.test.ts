import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createActor } from './actor.ts';
import { fieldsOf } from '../support/answers.ts';
import { forgetAnswers } from '../support/operational-rows.ts';
import { nameOf, rowOf } from './calls.ts';
import { isAnswered } from './expect.ts';
import { callerOf, driverOf, driversOf, successes } from './successes.ts';
import { table } from './table.ts';
import { startInstallation } from './installation.ts';

/** Every row of the contract gets each of its success statuses, as it is described. */
const world = await startInstallation();
const { send, pool } = world;
const tenant = await world.newTenant();
const live = createActor(world, tenant);
const sandbox = createActor(world, tenant, { test: true });
test.after.always(world.stop);

test('every row has a driver for each of its success statuses, and there is no other driver', (t) => {
  t.deepEqual(Object.keys(successes).toSorted(), table.map(nameOf).toSorted());
  for (const row of table) {
    t.deepEqual(
      driversOf(row).map(([status]) => status),
      row.success,
      nameOf(row),
    );
  }
});

for (const row of table) {
  for (const [status, driver] of driversOf(row)) {
    test.serial(`${nameOf(row)} answers ${status}`, async (t) => {
      for (const actor of row.cost === null ? [live] : [live, sandbox]) {
        const call = await driver(actor);
        const reply = await send(row, callerOf(row, call, actor), call);
        isAnswered(t, row, { reply, status });
        for (const name of row.ownHeaders[status] ?? []) t.true(reply.headers.has(name), name);
        if (row.cost !== null)
          t.is(reply.headers.get('x-svc-tokens-charged'), String(actor.test ? 0 : row.cost));
      }
    });
  }
}

/** As if the process that carries out the calls of the tenant were still at it. */
const stillRunning = (): Promise<void> => forgetAnswers(pool, tenant.id, world.clock.at);

for (const row of table.filter(({ idempotent }) => idempotent)) {
  test.serial(`${nameOf(row)} is carried out once for one Idempotency-Key`, async (t) => {
    const { status, driver } = driverOf(row);
    const call = await driver(live);
    const who = callerOf(row, call, live);
    const headers = { ...call.headers, 'idempotency-key': randomUUID() };
    const first = await send(row, who, { ...call, headers });
    isAnswered(t, row, { reply: first, status });
    t.is(first.headers.get('idempotency-replayed'), null);

    const again = await send(row, who, { ...call, headers });
    isAnswered(t, row, { reply: again, status });
    t.is(again.headers.get('idempotency-replayed'), 'true');
    t.is(again.text, first.text);
    t.is(again.headers.get('x-svc-tokens-charged'), first.headers.get('x-svc-tokens-charged'));

    const other = await send(row, who, { ...call, headers, body: call.otherBody ?? {} });
    isAnswered(t, row, { reply: other, status: 422 });
    t.deepEqual(fieldsOf(other), ['Idempotency-Key']);

    await stillRunning();
    const meanwhile = await send(row, who, { ...call, headers });
    isAnswered(t, row, { reply: meanwhile, status: 409 });
    t.truthy(meanwhile.headers.get('retry-after'));
  });
}

test.serial('the same Idempotency-Key in live and test mode is two keys', async (t) => {
  const call = { body: { chief_complaint: 'headache' }, headers: { 'idempotency-key': randomUUID() } };
  const row = { method: 'POST', path: '/v1/sessions' } as const;
  const [one, two] = [await send(row, live.who, call), await send(row, sandbox.who, call)];
  t.deepEqual([one.status, two.status], [201, 201]);
  t.not((one.body as { session_id: string }).session_id, (two.body as { session_id: string }).session_id);
});

test.serial('a skipped answer is free', async (t) => {
  const row = rowOf('POST /v1/sessions/{session_id}/answer');
  const { session_id, question_id } = await live.asked();
  const reply = await send(row, live.who, { ids: { session_id }, body: { question_id, skip: true } });
  isAnswered(t, row, { reply, status: 200 });
  t.is(reply.headers.get('x-svc-tokens-charged'), '0');
});
