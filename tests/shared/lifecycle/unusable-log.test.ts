import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import test from 'ava';
import { compose as composeCommandApi } from '../../../command-api/compose.ts';
import { compose as composeReactors } from '../../../command-api/reactors/compose.ts';
import { settings as reactorsSettings } from '../../../command-api/reactors/config.ts';
import { compose as composeProjectors } from '../../../projectors/compose.ts';
import { settings as projectorsSettings } from '../../../projectors/config.ts';
import { compose as composeQueryApi } from '../../../query-api/compose.ts';
import { apiSettings } from '../../../shared/api/config.ts';
import { CONNECTION_PROBLEMS } from '../../../shared/event-log/connection-problem.ts';
import type { Runnable } from '../../../shared/lifecycle/runnable.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { compose as composeDispatcher } from '../../../webhook-dispatcher/compose.ts';
import { settings as dispatcherSettings } from '../../../webhook-dispatcher/config.ts';
import { send } from '../../support/api.ts';
import { authority } from '../../support/event-store-front/certificates.ts';
import { startFront } from '../../support/event-store-front/front.ts';
import { listen } from '../../support/listening.ts';
import { runOps } from '../../support/run-ops.ts';
import { serverSettings, startServers } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

/** Each process, started with a password that the event store refuses, until an operator mends that. */
const servers = await startServers();
const { stack, pool } = servers;
const front = await startFront(stack.eventStoreUrl);
test.after.always(async () => {
  await front.stop();
  await servers.stop();
});
const caFile = path.join(stack.dataDir, 'ca.pem');
writeFileSync(caFile, authority);
const env = {
  ...serverSettings(stack),
  EVENTSTORE_URL: `esdb://clinic:new-password@localhost:${front.port}?tls=true&tlsCAFile=${encodeURIComponent(caFile)}`,
  PORT: '0',
  METRICS_PORT: '0',
  DATA_DIR: stack.dataDir,
};
const SENTENCE = `the event store cannot be used: ${CONNECTION_PROBLEMS.wrong_credentials}`;

type Line = { level: number; msg: string; reason?: string; metrics_port?: number };

/** A logger whose lines a test reads. */
function logged() {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, logger: createLogger({ name: 'test', level: 'info', destination }) };
}

/** What a process answers on its metrics port. */
async function probe(lines: readonly Line[], path: '/live' | '/ready') {
  const port = lines.find((line) => line.metrics_port !== undefined)?.metrics_port ?? 0;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const isLeading = async (): Promise<boolean> =>
  ((await pool.query("SELECT 1 FROM ops.leases WHERE name = 'projections'")).rowCount ?? 0) > 0;

test.serial('every process says what it waits for, once, and works when the password is right', async (t) => {
  const make: Record<string, (logger: ReturnType<typeof logged>['logger']) => Runnable> = {
    'command-api': (logger) => composeCommandApi(apiSettings.parse(env), logger),
    'query-api': (logger) => composeQueryApi(apiSettings.parse(env), logger),
    projectors: (logger) => composeProjectors(projectorsSettings.parse(env), logger),
    reactors: (logger) => composeReactors(reactorsSettings.parse(env), logger),
    'webhook-dispatcher': (logger) => composeDispatcher(dispatcherSettings.parse(env), logger),
  };
  const processes = Object.entries(make).map(([name, compose]) => {
    const { lines, logger } = logged();
    return { name, lines, runnable: compose(logger) };
  });
  t.teardown(async () => {
    for (const { runnable } of processes) await runnable.stop();
  });
  const told = (lines: readonly Line[]): Line[] => lines.filter(({ msg }) => msg === SENTENCE);
  for (const { name, lines, runnable } of processes) {
    await runnable.start();
    t.is(runnable.waitsFor?.(), SENTENCE, name);
    t.deepEqual(
      told(lines).map(({ level, reason }) => [level, reason]),
      [[50, 'wrong_credentials']],
      name,
    );
    t.like(await probe(lines, '/live'), { status: 200, body: { live: true } }, name);
    t.like(await probe(lines, '/ready'), { status: 503, body: { problems: [SENTENCE] } }, name);
  }
  t.false(await isLeading(), 'another process may lead, which can use the log');

  for (const { name, runnable } of processes.slice(0, 2)) {
    const api = runnable as ReturnType<typeof composeCommandApi>;
    const { status, body } = await send(`http://127.0.0.1:${api.port()}`, 'GET', '/v1/health/ready');
    t.is(status, 503, name);
    const { error } = body as { error: { message: string; detail: object } };
    t.true(error.message.includes(CONNECTION_PROBLEMS.wrong_credentials), error.message);
    t.like(error.detail, { status: 'unavailable', database_connected: true });
    t.like(error.detail, { event_log_problem: 'wrong_credentials' });
  }

  front.users.passwords.set('clinic', 'new-password');
  for (const { name, lines, runnable } of processes) {
    await until(`${name} reaches the log`, 10_000, () => runnable.waitsFor?.() === null);
    t.is(told(lines).length, 1, name);
    t.is(lines.filter(({ msg }) => msg === 'the event store answers').length, 1, name);
    t.false(JSON.stringify(lines).includes('new-password'), name);
    await until(`${name} is ready`, 10_000, async () => (await probe(lines, '/ready')).status === 200);
  }
  await until('the projectors lead', 10_000, isLeading);
});

test.serial('an operator command says what is wrong in one line', async (t) => {
  front.users.passwords.set('clinic', 'another-password');
  const failed = await runOps(['rebuild', '--all', '--check'], env);
  t.is(failed.code, 1);
  t.is(failed.stderr.trimEnd().split('\n').at(-1), SENTENCE);
});

/** The last line that a command printed on stderr, once it has ended with code 1. */
async function complaintOf(words: readonly string[], EVENTSTORE_URL: string): Promise<string | undefined> {
  const { code, stderr } = await runOps(words, { ...env, EVENTSTORE_URL });
  if (code !== 1) throw new Error(`the command ended with ${code}`);
  return stderr.trimEnd().split('\n').at(-1);
}

test.serial('of a cluster, an operator command says what is wrong with its nodes', async (t) => {
  const nodes = `localhost:${front.port},localhost:${front.port}`;
  const url = `esdb://clinic:new-password@${nodes}?tls=true&maxDiscoverAttempts=2`;
  t.is(
    await complaintOf(['rebuild', '--all', '--check'], url),
    `the event store cannot be used: ${CONNECTION_PROBLEMS.untrusted_authority}`,
  );
});

test.serial(
  'an operator command gives a server up that takes the connection and never answers',
  async (t) => {
    t.timeout(60_000);
    const held = new Set<Socket>();
    const silent = createServer((socket) => void held.add(socket));
    const port = await listen(silent);
    t.teardown(() => {
      silent.close();
      for (const socket of held) socket.destroy();
    });
    const single = `esdb://127.0.0.1:${port}?tls=false`;
    const cluster = `esdb://127.0.0.1:${port},127.0.0.1:${port}?tls=false`;
    const startedMs = performance.now();
    const complaints = await Promise.all([
      complaintOf(['log', 'check'], single),
      complaintOf(['audit', 'verify', '--all', '--against-log'], cluster),
      // Not beside a rebuild: one of the two would be refused because of the other.
      complaintOf(['backup', path.join(stack.dataDir, 'backup')], single),
    ]);
    const sentence = `the event store cannot be used: ${CONNECTION_PROBLEMS.no_answer}`;
    t.deepEqual(complaints, [sentence, sentence, sentence]);
    t.true(performance.now() - startedMs < 40_000);
  },
);

test.serial('a CA file that is missing ends a process with one line', async (t) => {
  const EVENTSTORE_URL = `${env.EVENTSTORE_URL}x`;
  const { logger } = logged();
  for (const runnable of [
    composeCommandApi(apiSettings.parse({ ...env, EVENTSTORE_URL }), logger),
    composeProjectors(projectorsSettings.parse({ ...env, EVENTSTORE_URL }), logger),
    composeDispatcher(dispatcherSettings.parse({ ...env, EVENTSTORE_URL }), logger),
  ]) {
    await t.throwsAsync(runnable.start(), { name: 'StartupError', message: /file of certificates or keys/ });
    await runnable.stop();
  }
});
