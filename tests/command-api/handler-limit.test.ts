import { randomUUID } from 'node:crypto';
import test from 'ava';
import { originOf } from '../../command-api/kernel/command-origin.ts';
import type { CommandCall } from '../../command-api/kernel/command-call.ts';
import { NotAppendedError } from '../../command-api/kernel/refusal.ts';
import { executeTenantCommand } from '../../command-api/kernel/tenant-command.ts';
import { executeOnTenant, topUp } from '../../command-api/tenants/operations.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { tenantStream } from '../../shared/event-log/streams.ts';
import { startApi } from '../support/api.ts';

/** A handler that has waited too long for the log appends nothing more: others may act on its call soon. */
const api = await startApi();
test.after.always(api.stop);
const { runtime } = api;
const START = new Date('2026-03-02T08:00:00.000Z');
const LIMIT_MS = 10_000;

/** The runtime whose clock goes forward with each stream that is read. */
function slow(readMs: number): typeof runtime {
  let now = START;
  const readStream: typeof runtime.log.readStream = (...args) => {
    now = new Date(now.getTime() + readMs);
    return runtime.log.readStream(...args);
  };
  return { ...runtime, now: () => now, log: { ...runtime.log, readStream } };
}

async function newCall(tenantId: string): Promise<CommandCall> {
  const demand = { scope: 'sessions:write', session: false, roles: null, feature: null } as const;
  const authorization = `Bearer ${await api.newKey(tenantId, { test: true })}`;
  return {
    requestId: randomUUID(),
    now: START,
    credentials: { authorization, sessionToken: null, csrfToken: null, mutates: true },
    idempotencyKey: randomUUID(),
    onBehalfOf: null,
    askedMode: null,
    fingerprint: sha256('override').toString('hex'),
    ip: '127.0.0.1',
    route: { method: 'PUT', path: '/v1/anything', demand },
    setRate: () => undefined,
    setCaller: () => undefined,
    signal: new AbortController().signal,
  };
}

const override = (deps: typeof runtime, call: CommandCall) =>
  executeTenantCommand(deps, call, async (admitted) => {
    const command = { kind: 'override_rate_limit', rate_limit_rpm: 7, reason: null } as const;
    await executeOnTenant(deps, command, originOf(call, admitted));
    return { status: 200, body: {} };
  });

const typesOf = async (tenantId: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of runtime.log.readStream(tenantStream(tenantId), 0)) types.push(type);
  return types;
};

test('past 10 s a command on a stream is refused, and its repeat is carried out at once', async (t) => {
  const tenantId = await api.newTenant();
  const call = await newCall(tenantId);
  const before = await typesOf(tenantId);
  const late = await t.throwsAsync(override(slow(LIMIT_MS + 1), call), { instanceOf: NotAppendedError });
  t.like(late, { status: 503, message: 'The call took too long.' });
  t.deepEqual(await typesOf(tenantId), before);

  t.is((await override(slow(LIMIT_MS), call)).status, 200, 'just in time');
  t.is((await typesOf(tenantId)).length, before.length + 1);
});

test('an operator, for whom nobody else acts, has the time that it takes', async (t) => {
  const tenantId = await api.newTenant();
  const before = await typesOf(tenantId);
  await topUp(slow(2 * LIMIT_MS), tenantId, 5);
  t.is((await typesOf(tenantId)).length, before.length + 1);
});
