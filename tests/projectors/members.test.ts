import { randomUUID } from 'node:crypto';
import test from 'ava';
import { executeOnMember } from '../../command-api/members/aggregate.ts';
import { executeOnTenant } from '../../command-api/tenants/operations.ts';
import type { MemberCommand } from '../../domain/member/index.ts';
import { membersProjection } from '../../projectors/members/projection.ts';
import { tenantsProjection } from '../../projectors/tenants/projection.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import { sha256, systemRandom } from '../../shared/crypto/seal.ts';
import {
  memberRows,
  openMemberProfile,
  openPasswordHash,
  type StoredMemberRow,
} from '../../shared/read-models/member-rows.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting } from '../support/projecting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const T0 = Date.parse('2026-01-05T08:00:00.000Z');

/** Members of one tenant, written by their commands. */
async function newTeam() {
  const projecting = await createProjecting(pool);
  const { log, codec, dataKeys, world } = projecting;
  const tenantId = await world.registerTenant();
  let count = 0;
  const on = (memberId: string, command: MemberCommand) =>
    executeOnMember(
      { poolOf: () => pool, log, codec, dataKeys, random: systemRandom, now: world.now },
      memberId,
      {
        command,
        origin: {
          commandId: randomUUID(),
          tenantId,
          actor: { type: 'member', id: memberId },
          requestId: 'req-1',
          ip: null,
          now: new Date(T0 + (count += 1)),
          deadline: null,
          test: false,
        },
      },
    );
  const profileOf = (member_id: string) => ({
    email: `${member_id}@klinika.example`,
    name: 'Jana',
    email_hash: sha256(member_id).toString('hex'),
  });
  const register = async () => {
    const member_id = randomUUID();
    await on(member_id, {
      kind: 'register',
      member_id,
      role: 'owner',
      profile: profileOf(member_id),
      password_hash: 'hash-1',
      email_verified: true,
    });
    return member_id;
  };
  const invite = async (member_id: string = randomUUID()) => {
    const token_hash = sha256('token').toString('hex');
    const expires_at = new Date(T0 + 1_000).toISOString();
    const profile = profileOf(member_id);
    await on(member_id, { kind: 'invite', member_id, role: 'viewer', profile, token_hash, expires_at });
    const accept = () =>
      on(member_id, {
        kind: 'accept',
        token_hash,
        password_hash: 'hash-2',
        name: 'Petr',
        now: new Date(T0).toISOString(),
      });
    return { memberId: member_id, accept };
  };
  return { ...projecting, tenantId, on, register, invite };
}

/** The rows with what is sealed in them opened. */
async function contentOf({ dataKeys }: Awaited<ReturnType<typeof newTeam>>) {
  const { rows } = await pool.query<StoredMemberRow>(
    `SELECT ${memberRows.list} FROM read.members ORDER BY member_id`,
  );
  const keys = await dataKeys.load(
    pool,
    rows.map((row) => subjectKeyId(row.member_id)),
  );
  return rows.map((stored) => {
    const { profile_sealed, password_sealed, ...clear } = memberRows.toRow(stored);
    const key = keys.get(subjectKeyId(stored.member_id)) ?? 'destroyed';
    return {
      ...clear,
      profile: openMemberProfile({ ...clear, profile_sealed }, key),
      password: openPasswordHash({ ...clear, password_sealed }, key),
    };
  });
}

const optionsOf = (team: Awaited<ReturnType<typeof newTeam>>, check: boolean) => ({
  projections: [membersProjection],
  check,
  databaseUrl: pool.options.connectionString ?? '',
  log: team.log,
  codec: team.codec,
  dataKeys: team.dataKeys,
  now: () => new Date(),
});

test.serial('commands write the rows that the projector and a rebuild make', async (t) => {
  const team = await newTeam();
  const owner = await team.register();
  const invited = await team.invite();
  await team.invite(invited.memberId);
  const joined = await team.invite();
  await joined.accept();
  await team.on(joined.memberId, { kind: 'change_role', role: 'developer' });
  await team.on(owner, { kind: 'set_password', password_hash: 'hash-3', reason: 'reset' });
  const gone = await team.invite();
  await gone.accept();
  await team.on(gone.memberId, { kind: 'deactivate' });

  const written = await contentOf(team);
  const byId = new Map(written.map((row) => [row.member_id, row]));
  t.like(byId.get(owner), {
    status: 'active',
    role: 'owner',
    is_active: true,
    password: 'hash-3',
    email_verified_at: new Date(T0 + 1).toISOString(),
    accepted_at: new Date(T0 + 1).toISOString(),
    invite_hash: null,
  });
  t.like(byId.get(invited.memberId), {
    status: 'invited',
    is_active: false,
    revision: 1,
    password: null,
    created_at: new Date(T0 + 2).toISOString(),
    invite_expires_at: new Date(T0 + 1_000).toISOString(),
  });
  t.like(byId.get(joined.memberId), {
    status: 'active',
    role: 'developer',
    password: 'hash-2',
    invite_hash: null,
  });
  t.is(byId.get(joined.memberId)?.profile?.name, 'Petr');
  t.deepEqual(byId.get(joined.memberId)?.scopes.includes('sessions:write'), true);
  t.like(byId.get(gone.memberId), { status: 'deactivated', is_active: false, password: null });

  await team.project([membersProjection]);
  t.deepEqual(await contentOf(team), written);
  await pool.query('TRUNCATE read.members; TRUNCATE ops.checkpoints');
  await team.project([membersProjection], { limits: { maxEvents: 2, lingerMs: 0, maxQueued: 10 } });
  t.deepEqual(await contentOf(team), written);
  t.true((await rebuild(optionsOf(team, true))).isSame);
});

test.serial(
  'a member whose key was destroyed opens nothing after a rebuild, and takes no command',
  async (t) => {
    const team = await newTeam();
    const memberId = await team.register();
    const { memberId: other } = await team.invite();
    await team.project([membersProjection]);
    await pool.query(
      `UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE key_id = ANY ($1::uuid[])`,
      [[memberId, other].map(subjectKeyId)],
    );
    await rebuild(optionsOf(team, false));
    for (const row of await contentOf(team)) {
      t.like(row, { is_active: false, profile: null, password: null });
      t.is(row.email_hash.length, 0);
    }
    await t.throwsAsync(team.on(memberId, { kind: 'set_password', password_hash: 'x', reason: 'operator' }), {
      message: 'What this is about was erased.',
    });
  },
);

test.serial(
  'an erased member leaves an empty row, whoever applies the event, and a rebuild gives the same',
  async (t) => {
    const team = await newTeam();
    const [owner, other] = [await team.register(), await team.register()];
    const gone = await team.invite();
    await gone.accept();
    await team.on(gone.memberId, { kind: 'deactivate' });
    await team.project([membersProjection]);
    await team.on(gone.memberId, { kind: 'erase', cause: 'requested' });
    const rowOf = async (memberId: string) =>
      (await contentOf(team)).find((row) => row.member_id === memberId);
    const empty = {
      status: 'deactivated',
      is_active: false,
      profile: null,
      password: null,
      invite_hash: null,
    };
    const written = await contentOf(team);
    t.like(await rowOf(gone.memberId), empty);
    t.is((await rowOf(gone.memberId))?.email_hash.length, 0);

    // The process ended before it had destroyed the key: the projector does.
    const wrapped = async (memberId: string): Promise<boolean> => {
      const key = 'SELECT 1 FROM ops.data_keys WHERE key_id = $1 AND wrapped IS NOT NULL';
      return (await pool.query(key, [subjectKeyId(memberId)])).rowCount === 1;
    };
    t.true(await wrapped(gone.memberId));
    await team.project([membersProjection]);
    t.false(await wrapped(gone.memberId));
    t.true((await wrapped(owner)) && (await wrapped(other)));
    t.deepEqual(await contentOf(team), written);

    t.true((await rebuild(optionsOf(team, true))).isSame);
    await rebuild(optionsOf(team, false));
    t.deepEqual(await contentOf(team), written);
    await t.throwsAsync(team.on(gone.memberId, { kind: 'deactivate' }), { message: /does not exist/ });
    t.deepEqual(await team.on(gone.memberId, { kind: 'erase', cause: 'requested' }), []);
  },
);

test.serial(
  'a closed tenant keeps an empty row, and a rebuild of members and tenants gives the same',
  async (t) => {
    const team = await newTeam();
    const projections = [membersProjection, tenantsProjection];
    await team.project(projections);
    const closed = {
      commandId: randomUUID(),
      tenantId: team.tenantId,
      actor: { type: 'system', id: 'x' },
    } as const;
    await executeOnTenant(
      {
        ...team,
        pool,
        poolOf: () => pool,
        random: systemRandom,
        now: () => new Date(T0),
        newId: () => randomUUID(),
      },
      { kind: 'close', reason: 'never_verified' },
      { ...closed, requestId: 'r', ip: null, now: new Date(T0), deadline: null, test: false },
    );
    const rowOf = async () =>
      (await pool.query('SELECT * FROM read.tenants WHERE tenant_id = $1', [team.tenantId]))
        .rows[0] as object;
    const row = await rowOf();
    t.like(row, { name_sealed: null });
    await team.project(projections);
    t.deepEqual(await rowOf(), row);
    const key = 'SELECT 1 FROM ops.data_keys WHERE tenant_id = $1 AND wrapped IS NOT NULL';
    t.is((await pool.query(key, [team.tenantId])).rowCount, 0, 'destroyed by the projector');
    t.true((await rebuild({ ...optionsOf(team, true), projections, dataKeys: team.newDataKeys() })).isSame);
    await rebuild({ ...optionsOf(team, false), projections, dataKeys: team.newDataKeys() });
    t.deepEqual(await rowOf(), row);
  },
);

test.serial('first commands at the same moment seal under one key', async (t) => {
  const team = await newTeam();
  const memberId = randomUUID();
  const results = await Promise.allSettled([1, 2, 3].map(() => team.invite(memberId)));
  t.true(results.every(({ status }) => status === 'fulfilled'));
  const [row] = await contentOf(team);
  t.like(row, { member_id: memberId, revision: 2 });
  t.truthy(row?.profile);
});
