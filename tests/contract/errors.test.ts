import test from 'ava';
import { changeSettings } from '../../command-api/tenants/operations.ts';
import { FEATURE_NAMES } from '../../domain/tenant/types.ts';
import { ERROR_STATUS, type ErrorCode } from '../../shared/http/errors.ts';
import { codeOf, errorIn } from '../support/answers.ts';
import { createActor, type Driver } from './actor.ts';
import { describedAs, faultsOf, nameOf, rowOf, sampleOf } from './calls.ts';
import type { Call } from './calls.ts';
import { isRefused } from './expect.ts';
import { refusals } from './refusals.ts';
import { callerOf } from './successes.ts';
import { table, type Row } from './table.ts';
import { startInstallation } from './installation.ts';

/** Every row gives each error that its line of the table names, and every row 503 where what it needs is away. */
const world = await startInstallation();
const { send, clock } = world;
const tenant = await world.newTenant();
const actor = createActor(world, tenant);
/** Of which features are switched off, one at a time. */
const bounded = await world.newTenant();
test.after.always(world.stop);

const sampled =
  (row: Row): Driver =>
  () =>
    sampleOf(row);
const driverOf = (row: Row, code: ErrorCode): Driver | undefined =>
  refusals[nameOf(row)]?.[code] ?? (code === 'not_found' ? sampled(row) : undefined);
/** 503 is at the end of this file. */
const isOutage = (code: ErrorCode): boolean => code === 'service_unavailable';

test('every error that the table names has its driver, and there is no other driver', (t) => {
  const named = table.flatMap((row) =>
    row.errors.filter((code) => !isOutage(code)).map((code) => `${nameOf(row)} ${code}`),
  );
  const driven = Object.entries(refusals).flatMap(([name, drivers]) =>
    Object.keys(drivers).map((code) => `${name} ${code}`),
  );
  const sampledOnes = named.filter((one) => one.endsWith(' not_found') && !driven.includes(one));
  t.deepEqual([...driven, ...sampledOnes].toSorted(), named.toSorted());
});

/** What a row can be refused for by its form alone: each is provoked for every row, here and in the files beside. */
function generic(
  { access, idempotent, feature }: Row,
  { body, parameters }: ReturnType<typeof describedAs>,
): ErrorCode[] {
  const hasInput = body !== null || parameters.some((parameter) => parameter.in !== 'header');
  return [
    'bad_request',
    'forbidden',
    // Not to be provoked from outside.
    'internal_server_error',
    ...(access === 'probe' ? [] : (['rate_limited', 'service_unavailable'] as const)),
    ...(access === 'probe' || access === 'public' ? [] : (['unauthorized'] as const)),
    ...(hasInput || idempotent ? (['validation_error'] as const) : []),
    ...(idempotent ? (['conflict'] as const) : []),
    ...(feature === null ? [] : (['not_implemented'] as const)),
    ...(body === null ? [] : (['unsupported_media_type', 'request_too_large', 'request_timeout'] as const)),
  ];
}

test('every error that is described is one that the tests provoke', (t) => {
  // Of what was removed the description says only that it is gone; the tests call it before its end as well.
  for (const row of table.filter(({ deprecated }) => deprecated !== 'operation')) {
    const operation = describedAs(row);
    const described = Object.keys(operation.responses).map(Number);
    const provoked = [...generic(row, operation), ...row.errors].map((code) => ERROR_STATUS[code]);
    const isError = (status: number): boolean => status >= 400;
    t.deepEqual(
      described.filter(isError).toSorted((a, b) => a - b),
      [...new Set(provoked)].toSorted((a, b) => a - b),
      nameOf(row),
    );
  }
});

const isLater = (code: ErrorCode): boolean => code === 'gone' || isOutage(code);

for (const row of table) {
  for (const code of row.errors.filter((one) => !isLater(one))) {
    test.serial(`${nameOf(row)} answers ${code}`, async (t) => {
      const driver = driverOf(row, code);
      if (!driver) return t.fail('no driver');
      const call = await driver(actor);
      isRefused(t, row, { reply: await send(row, callerOf(row, call, actor), call), code });
    });
  }
}

const featured = table.filter(({ feature }) => feature !== null);

test('every feature but the one that belongs to no credential switches a row off', (t) => {
  t.deepEqual(
    FEATURE_NAMES.filter((name) => !featured.some(({ feature }) => feature === name)),
    ['single_sign_on'],
  );
});

for (const feature of FEATURE_NAMES) {
  const [its, others] = [
    featured.filter((row) => row.feature === feature),
    featured.filter((row) => row.feature !== feature),
  ];
  test.serial(`without ${feature} its rows are 501, whatever is sent, and no other row is`, async (t) => {
    await changeSettings(world.runtime, bounded.id, { feature_flags: { [feature]: false } });
    const own = createActor(world, bounded);
    const call = async (row: Row) => send(row, callerOf(row, {}, own), sampleOf(row));
    for (const row of its) isRefused(t, row, { reply: await call(row), code: 'not_implemented' });
    for (const row of others.slice(0, 4)) t.not((await call(row)).status, 501, nameOf(row));
    await changeSettings(world.runtime, bounded.id, { feature_flags: { [feature]: true } });
    for (const row of its.slice(0, 1)) t.not((await call(row)).status, 501, nameOf(row));
  });
}

/** From when on the deprecated form of a row is refused (interface, "Versioning"), and what takes its place. */
const SUNSETS: Record<string, { at: string; successor: (call: Call) => string }> = {
  'POST /v1/auth/invite': { at: '2026-07-01T00:00:00Z', successor: () => '/v1/admin/team/invite' },
  'PUT /v1/admin/tier': { at: '2026-07-23T00:00:00Z', successor: () => '/v1/admin/tier' },
  'PATCH /v1/admin/team/{member_id}/role': {
    at: '2026-07-23T00:00:00Z',
    successor: ({ ids }) => `/v1/admin/team/${ids?.member_id ?? ''}/role`,
  },
};

test('every row with an end has its date', (t) => {
  const ending = table.filter(({ errors }) => errors.includes('gone')).map(nameOf);
  t.deepEqual(Object.keys(SUNSETS).toSorted(), ending.toSorted());
});

for (const [name, { at, successor }] of Object.entries(SUNSETS)) {
  test.serial(`${name} works with a warning until its sunset, and is gone from then on`, async (t) => {
    const row = rowOf(name);
    const sunset = new Date(at);
    clock.at = new Date(sunset.getTime() - 1);
    const owner = { ...tenant.members.owner, who: await world.sessionOf(tenant.id, tenant.members.owner.id) };
    const later = createActor(world, { ...tenant, members: { ...tenant.members, owner } });
    const call = await driverOf(row, 'gone')!(later);
    const who = callerOf(row, call, later);
    const link = `<${successor(call)}>; rel="successor-version"`;

    const before = await send(row, who, call);
    t.true(row.success.includes(before.status), before.text);
    t.deepEqual(faultsOf(row, before), []);
    t.is(before.headers.get('link'), link);
    t.is(before.headers.get('sunset'), sunset.toUTCString());
    t.regex(before.headers.get('deprecation') ?? '', /^@\d+$/);
    t.regex(before.headers.get('warning') ?? '', /^299 - "use .+"$/);

    clock.at = sunset;
    const after = await send(row, who, call);
    isRefused(t, row, { reply: after, code: 'gone' });
    t.is(after.headers.get('link'), link);

    const inBody = sampleOf(row);
    if (row.body.length === 0) return;
    const now = await send(row, who, { ...inBody, ids: call.ids ?? {} });
    t.true(row.success.includes(now.status), now.text);
    t.is(now.headers.get('sunset'), null);
  });
}

const { postgres, eventStore } = world.api.stack.processes;
const READINESS = ['GET /v1/health/ready', 'GET /v1/health'];

test.serial('without the event log readiness is 503 with the health body', async (t) => {
  await eventStore.kill();
  try {
    for (const name of READINESS) {
      const row = rowOf(name);
      const reply = await send(row, {});
      isRefused(t, row, { reply, code: 'service_unavailable' });
      t.like(errorIn(reply).detail, { status: 'unavailable', engine_ready: true, database_connected: true });
    }
    t.is((await send(rowOf('GET /v1/health/live'), {})).status, 200);
  } finally {
    await eventStore.start();
  }
});

test.serial('without the database every row is 503, and the process is alive', async (t) => {
  await postgres.kill();
  try {
    for (const row of table) {
      const reply = await send(row, callerOf(row, {}, actor), sampleOf(row));
      if (nameOf(row) === 'GET /v1/health/live') {
        t.is(reply.status, 200);
        continue;
      }
      t.is(reply.status, 503, `${nameOf(row)} ${reply.text.slice(0, 200)}`);
      t.is(codeOf(reply), 'service_unavailable');
      const wait = Number(reply.headers.get('retry-after'));
      t.true(wait >= 30 && wait <= 60, nameOf(row));
    }
  } finally {
    await postgres.start();
  }
});
