import test, { type ExecutionContext } from 'ava';
import { createActor } from './actor.ts';
import { codeOf } from '../support/answers.ts';
import { faultsOf, idsOf, nameOf, type Reply } from './calls.ts';
import { isRefused } from './expect.ts';
import { callerOf, driverOf } from './successes.ts';
import { table, type Row } from './table.ts';
import { startInstallation } from './installation.ts';

/**
 * Of every row that names something in its path: what another tenant has, or the other mode, is not there. The same
 * call then succeeds for whom it belongs to, so that nothing but the id was wrong with it.
 */
const world = await startInstallation();
const { send } = world;
const ours = await world.newTenant();
const theirs = await world.newTenant();
const live = createActor(world, ours);
const sandbox = createActor(world, ours, { test: true });
const stranger = createActor(world, theirs);
test.after.always(world.stop);

/** Names in paths that belong to nobody. */
const FOR_ALL = new Set(['domain', 'page', 'file', 'code']);
/** A patient's id is the partner's own: where it is not known yet, this makes the profile. */
const MAKES = 'PUT /v1/patients/{patient_id}';
/** A test key reaches only what test keys made; a live key manages both. */
const LIVE_REACHES_BOTH = new Set(['key_id', 'subscription_id']);
/** Of the tenant, and of neither mode. */
const MODELESS = new Set(['member_id', 'event_id', 'extract_id']);

const isOwned = (row: Row): boolean => idsOf(row).some((name) => !FOR_ALL.has(name));
const hasMode = (row: Row): boolean => !idsOf(row).some((name) => MODELESS.has(name));

const notThere = (t: ExecutionContext, row: Row, reply: Reply): void =>
  isRefused(t, row, { reply, code: 'not_found' });

function isThere(t: ExecutionContext, row: Row, reply: Reply): void {
  const isGiven = row.success.includes(reply.status) || codeOf(reply) === 'not_implemented';
  t.true(isGiven, `${reply.status} ${reply.text}`);
  t.deepEqual(faultsOf(row, reply), []);
}

for (const row of table.filter((one) => isOwned(one) && nameOf(one) !== MAKES)) {
  test.serial(`${nameOf(row)} of another tenant is not there`, async (t) => {
    const call = await driverOf(row).driver(stranger);
    notThere(t, row, await send(row, callerOf(row, call, live), call));
    notThere(t, row, await send(row, ours.members.owner.who, call));
    isThere(t, row, await send(row, callerOf(row, call, stranger), call));
  });
  if (!hasMode(row)) continue;

  test.serial(`${nameOf(row)} of the other mode is not there, but for a member`, async (t) => {
    const [one, other] = [await driverOf(row).driver(live), await driverOf(row).driver(sandbox)];
    notThere(t, row, await send(row, sandbox.who, one));
    if (!idsOf(row).some((name) => LIVE_REACHES_BOTH.has(name)))
      notThere(t, row, await send(row, live.who, other));
    isThere(t, row, await send(row, live.who, one));
    isThere(t, row, await send(row, ours.members.owner.who, other));
  });
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

test.serial('no list of one tenant shows anything of the other', async (t) => {
  await world.hooks.projected();
  const own = { ours: new Set<string>(), theirs: new Set<string>() };
  const lists = table.filter(
    (row) => row.method === 'GET' && idsOf(row).length === 0 && !row.path.includes('/auth/'),
  );
  for (const row of lists.filter(({ access }) => access !== 'public' && access !== 'probe')) {
    for (const [side, tenant] of [
      ['ours', ours],
      ['theirs', theirs],
    ] as const) {
      const reply = await send(row, tenant.members.owner.who);
      isThere(t, row, reply);
      // The installation signs for everybody with one key.
      const tenants = reply.text
        .replaceAll(/"signing_key_id":"[^"]*"/g, '')
        // The request inspector shows a caller the session that it asked for, whether it is there or not.
        .replaceAll(/"session_id":"[^"]*","status":404/g, '');
      for (const [id] of tenants.matchAll(UUIDS)) own[side].add(id);
    }
  }
  t.true(own.ours.size > 50 && own.theirs.size > 50, `${own.ours.size} and ${own.theirs.size}`);
  t.deepEqual(
    [...own.ours].filter((id) => own.theirs.has(id)),
    [],
  );
});

test.serial(
  'a profile that is put under the patient id of another tenant, or mode, is another one',
  async (t) => {
    const row = table.find((one) => nameOf(one) === MAKES)!;
    const call = await driverOf(row).driver(stranger);
    const profiles: string[] = [];
    for (const who of [stranger.who, live.who, sandbox.who]) {
      const reply = await send(row, who, call);
      t.is(reply.status, who === stranger.who ? 200 : 201, reply.text);
      profiles.push((reply.body as { profile_id: string }).profile_id);
    }
    t.is(new Set(profiles).size, 3);
  },
);
