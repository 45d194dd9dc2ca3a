import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { programOf } from '../../infra/embedded/program.ts';
import { previousRelease } from '../../infra/rollback/previous-release.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { ENTRIES, type ProcessName } from '../support/own-process.ts';
import { until } from '../support/until.ts';
import { startCallers } from './callers.ts';
import { startInstallation } from './installation.ts';
import type { Release } from '../support/releases.ts';

/**
 * The previous release and this one on one database, log and NATS, under load that never stops: an update process by process,
 * back again, and forward once more. No call may fail. An interview has at most 11 calls: 4,400 a minute, which is below the limit
 * of their key however quick the machine is.
 */
const SIZE = { count: 4, paceMs: 600 };
/** How long the load goes on in each state. */
const STEP_MS = 6_000;

const installation = await startInstallation();
const { before, now, fleet, run, done, deliveries, pool } = installation;

const PROCESSES = Object.keys(ENTRIES) as ProcessName[];
/** The order of an update: first what keeps the read models, last what shows them. */
const ORDER: readonly ProcessName[] = [
  'projectors',
  'reactors',
  'webhook-dispatcher',
  'command-api',
  'query-api',
];

await done(before, 'migrate');
for (const name of PROCESSES) await fleet.join(before, name);
const { tenantId, key } = await installation.newKey(before);
deliveries.secret = await subscribe({
  url: deliveries.url,
  events: ['session.created', 'session.finalized'],
});
const callers = startCallers(fleet, key, SIZE);
test.after.always(async () => {
  await callers.stop();
  await installation.stop();
});

async function subscribe(hook: { url: string; events: string[] }): Promise<string> {
  const answer = await fetch(`${fleet.pick('command-api').baseUrl}/v1/admin/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(hook),
  });
  return ((await answer.json()) as { secret: string }).secret;
}

/** Lets the load go on, and finds that no call has failed since it began, and no process has logged an error. */
async function noCallFails(t: ExecutionContext, what: string): Promise<void> {
  const calls = callers.calls();
  await sleep(STEP_MS);
  t.true(callers.calls() > calls, what);
  t.deepEqual([...callers.failures], [], what);
  t.deepEqual(fleet.takeErrors(), [], what);
  t.log(`${what}: ${callers.calls()} calls, ${JSON.stringify(Object.fromEntries(callers.byRelease))}`);
}

async function holderOf(lease: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ holder: string }>('SELECT holder FROM ops.leases WHERE name = $1', [
    lease,
  ]);
  return rows[0]?.holder;
}

/** Every row as it follows from the log, every trail as it was signed, and nothing parked. */
async function agrees(t: ExecutionContext, release: Release): Promise<void> {
  await installation.settled(release, previousRelease.projections);
  const { stdout } = await run(release, 'rebuild', '--all', '--check');
  const { differences } = JSON.parse(stdout) as { differences: { inFlight: number }[] };
  for (const difference of differences)
    t.like(difference, { onlyLive: 0, onlyRebuilt: 0, sealedDiffering: 0 }, JSON.stringify(difference));
  t.like(await done(release, 'audit', 'verify', '--all', '--against-log'), { intact: true });
  t.deepEqual((await pool.query('SELECT * FROM ops.parked_events')).rows, []);
}

const finalizations = () =>
  [...deliveries.byEvent.values()].filter(({ type }) => type === 'session.finalized');

/** Each session that was acknowledged is there as it was, whoever answers. */
async function nothingIsLost(t: ExecutionContext): Promise<void> {
  for (const { sessionId, status, level } of callers.sessions.slice(-300)) {
    const answer = await fetch(`${fleet.pick('query-api').baseUrl}/v1/sessions/${sessionId}/state`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const state = (await answer.json()) as { status?: string; triage_level?: string };
    if (status === 'erased') t.is(answer.status, 404, sessionId);
    else t.like({ status: state.status, level: state.triage_level }, { status, level }, sessionId);
  }
  const isTold = (): boolean => {
    const told = new Set(finalizations().map(({ sessionId }) => sessionId));
    // What is erased before it was sent is sent no more.
    return callers.sessions.every(({ sessionId, status }) => status !== 'finalized' || told.has(sessionId));
  };
  await until('every delivery was made', 60_000, isTold);
  for (const [id, { deliveryIds }] of deliveries.byEvent) t.is(deliveryIds.size, 1, id);
}

test.serial('what previous-release.json says of it is what that release knows', (t) => {
  const program = programOf('tests/upgrade/fixtures/known.ts');
  const known = JSON.parse(
    execFileSync(process.execPath, [program, before.root], { encoding: 'utf8' }),
  ) as object;
  t.deepEqual(previousRelease, { commit: previousRelease.commit, ...known });
});

test.serial('the new release migrates beside the old one', async (t) => {
  await noCallFails(t, 'the old release alone');
  await done(now, 'migrate');
  await noCallFails(t, 'on the tables of the new release');
  t.like(await done(now, 'rebuild', '--outdated'), { rebuilt: ['session-steps', 'usage-hours'] });
  await noCallFails(t, 'beside read models that are new');
});

test.serial('its processes join one by one, and the old ones leave', async (t) => {
  const holder = await holderOf('projections');
  for (const name of ORDER) await fleet.join(now, name);
  t.is(await holderOf('projections'), holder, 'the old projectors lead while they run');
  // Written by the new release, projected by the old one: actions of the audit trail that it does not have.
  await done(now, 'data', 'grant', tenantId, 'research');
  await noCallFails(t, 'both releases behind the same callers');
  t.true(Math.min(...callers.byRelease.values()) > 50, 'both have answered');
  for (const name of ORDER) await fleet.leave(before, name);
  t.not(await holderOf('projections'), holder);
  await noCallFails(t, 'the new release alone');
  await agrees(t, now);
  await nothingIsLost(t);
});

test.serial(
  'operator commands of the old release do their work on the new tables, or say in one line why not',
  async (t) => {
    const folder = path.join(installation.folder, 'old-backup');
    const works = [
      ['audit', 'verify', '--all', '--against-log'],
      ['audit', 'checkpoint', tenantId],
      ['keys', 'list'],
      ['access-review', tenantId],
      ['tenant', 'topup', tenantId, '5'],
      ['backup', folder],
    ];
    for (const words of works) t.like(await run(before, ...words), { code: 0 }, words.join(' '));
    // The one thing that it reads as nobody else does: which actions of the audit trail there are.
    const checked = await run(before, 'log', 'check');
    t.not(checked.stdout, '', checked.stderr);
    const { events } = JSON.parse(checked.stdout) as { events: { stream: string }[] };
    t.deepEqual([...new Set(events.map(({ stream }) => stream))], [`access-${tenantId}`]);
    const refused: [string[], RegExp][] = [
      [['migrate'], /^the database was migrated by a newer version of the service/],
      [['rebuild', '--all', '--check'], /has views, which a rebuild does not carry over$/],
      [
        ['restore', folder, '--no-ledger'],
        /^the backup was made by a newer version of the service: restore it with that one$/,
      ],
    ];
    for (const [words, line] of refused) {
      const { code, stderr } = await run(before, ...words);
      const said = stderr.split('\n').filter((one) => one !== '' && !one.includes('%'));
      t.like({ code, said }, { code: 1, said: { length: 1 } }, words.join(' '));
      t.regex(said[0] ?? '', line);
    }
  },
);

test.serial('back to the old release with one command, under load', async (t) => {
  t.deepEqual(await done(now, 'rollback'), {
    to: previousRelease.commit,
    emptied: ['session-steps', 'usage-hours'],
    rebuild: [],
  });
  for (const name of ORDER) {
    await fleet.join(before, name);
    await fleet.leave(now, name);
  }
  // The projectors of the new release, of what was emptied under them.
  t.deepEqual(new Set(fleet.takeErrors()), new Set(['new projectors: projection refuses to run']));
  await noCallFails(t, 'back on the old release');
  await agrees(t, before);
  await nothingIsLost(t);
  t.like(await run(before, 'rebuild', 'usage'), { code: 0 });
});

test.serial('and forward again', async (t) => {
  await done(now, 'migrate');
  await done(now, 'rebuild', '--outdated');
  for (const name of ORDER) {
    await fleet.join(now, name);
    await fleet.leave(before, name);
  }
  await noCallFails(t, 'on the new release again');
  await callers.stop();
  await agrees(t, now);
  await nothingIsLost(t);
  t.log(
    `${callers.calls()} calls, ${callers.sessions.length} sessions, ${deliveries.byEvent.size} deliveries; failed: none`,
  );
});
