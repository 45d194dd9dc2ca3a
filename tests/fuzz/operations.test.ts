import test from 'ava';
import fc from 'fast-check';
import { startApi } from '../support/api.ts';
import { bodyOf, garbage, valueOf } from '../support/arbitrary.ts';
import { fetchDescribed } from '../support/described.ts';
import { operations, type Operation, type Parameter } from '../support/description.ts';

/**
 * A client made from the description calls every operation with what the description allows, and with what it does
 * not: never an answer outside of the description, never a 500, never a hang. DRILL=full makes more calls an operation.
 */
const api = await startApi({ env: { EVENTS_MAX_WAIT_S: '0' } });
const RUNS = process.env['DRILL'] === 'full' ? 2_000 : 16;
const SEED = Number(process.env['DRILL_SEED'] ?? 20_261_121);
const ANSWER_LIMIT_MS = 10_000;

test.after.always(api.stop);

type World = { keys: string[]; ids: Record<string, string> };

/** A tenant of its own for each operation, so that what one breaks (keys, limits, tier) is no other's. */
async function newWorld(): Promise<World> {
  const tenantId = await api.newTenant();
  const keys = [await api.newKey(tenantId), await api.newKey(tenantId, { test: true })];
  const opened = await fetchDescribed(`${api.baseUrl}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0] ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ chief_complaint: 'headache', patient_id: 'patient-1' }),
  });
  const { session_id } = (await opened.json()) as { session_id: string };
  return { keys, ids: { session_id, patient_id: 'patient-1' } };
}

/** A URL holds no lone surrogates. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value of a parameter: in a path mostly one that exists. */
function parameterOf(parameter: Parameter, world: World): fc.Arbitrary<string> {
  const right = valueOf(parameter.schema).map((value) =>
    Array.isArray(value) ? value.map(textOf).join(',') : textOf(value),
  );
  const wrong = garbage.map(textOf);
  const existing = world.ids[parameter.name];
  return fc.oneof(
    { arbitrary: existing === undefined ? right : fc.constant(existing), weight: 5 },
    { arbitrary: right, weight: 2 },
    { arbitrary: wrong, weight: 1 },
  );
}

type Call = {
  parameters: Record<string, string>;
  body: unknown;
  key: string | null;
  idempotencyKey: string | null;
};

const callOf = (operation: Operation, world: World): fc.Arbitrary<Call> =>
  fc.record({
    parameters: fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in !== 'header')
          .map((parameter) => [parameter.name, parameterOf(parameter, world)]),
      ),
      { requiredKeys: operation.parameters.filter(({ required }) => required).map(({ name }) => name) },
    ),
    body: operation.body ? bodyOf(operation.body.schema) : fc.constant(undefined),
    key: fc.oneof(
      { arbitrary: fc.constantFrom(...world.keys), weight: 12 },
      { arbitrary: fc.constantFrom(null, 'nonsense', `svc_live_${'x'.repeat(43)}`), weight: 1 },
    ),
    idempotencyKey: fc.option(fc.constantFrom('one', 'two')),
  });

async function send(operation: Operation, call: Call): Promise<Response> {
  const inPath = new Set(operation.path.match(/[a-z0-9_]+(?=\})/g) ?? []);
  const path = operation.path.replace(/\{([a-z0-9_]+)\}/g, (_, name: string) =>
    encodeURIComponent(wellFormed(call.parameters[name] ?? '')).slice(0, 4_000),
  );
  const query = Object.entries(call.parameters).filter(([name]) => !inPath.has(name));
  return fetchDescribed(`${api.baseUrl}${path}?${new URLSearchParams(query).toString().slice(0, 4_000)}`, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...(call.key === null ? {} : { authorization: `Bearer ${call.key}` }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
}

/** A path segment that is empty, or a dot, makes another path of the call. */
const reachesOperation = (operation: Operation, call: Call): boolean =>
  (operation.path.match(/[a-z0-9_]+(?=\})/g) ?? []).every(
    (name) => !['', '.', '..'].includes(wellFormed(call.parameters[name] ?? '')),
  );

/** Tests of a file all begin at once; so many operations are called at a time, or a slow answer would be our own doing. */
const CALLERS = 8;
const callers = new Map<number, Promise<void>>();

/** Runs once the caller has done what it was given before, however that ended. */
function inTurn(caller: number, run: () => Promise<void>): Promise<void> {
  const turn = (callers.get(caller) ?? Promise.resolve()).then(run);
  callers.set(
    caller,
    turn.catch(() => undefined),
  );
  return turn;
}

for (const [index, operation] of operations.entries()) {
  test(`${operation.method} ${operation.path} answers as it is described`, (t) =>
    inTurn(index % CALLERS, async () => {
      const world = await newWorld();
      await fc.assert(
        fc.asyncProperty(callOf(operation, world), async (call) => {
          fc.pre(reachesOperation(operation, call));
          const { status } = await send(operation, call);
          if (status === 500) throw new Error('an unexpected fault');
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true, includeErrorInReport: true },
      );
      t.pass();
    }));
}
