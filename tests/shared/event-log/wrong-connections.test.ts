import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createH2cServer } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { CONNECTION_PROBLEMS, type ConnectionProblem } from '../../../shared/event-log/connection-problem.ts';
import { createAskProblem } from '../../../shared/event-log/connection-watch.ts';
import { createEventLog, LogUnavailableError, type EventLog } from '../../../shared/event-log/event-log.ts';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { authority, expired, foreign } from '../../support/event-store-front/certificates.ts';
import { startFront } from '../../support/event-store-front/front.ts';
import { listen } from '../../support/listening.ts';

/**
 * Connections that an operator gets wrong, with the real driver: each is named, and no password is. One after the other: the
 * driver fails the open appends of a process with the error of one.
 */
const directory = mkdtempSync(path.join(os.tmpdir(), 'wrong-connections-'));
const store = await startEventStore({
  directory: path.join(directory, 'store'),
  host: '127.0.0.1',
  access: null,
  port: 0,
  now: () => new Date(),
});
const ahead = await startEventStore({
  directory: path.join(directory, 'ahead'),
  host: '127.0.0.1',
  access: null,
  port: 0,
  now: () => new Date(Date.now() + 3_600_000),
});
const secure = await startFront(store.connectionString);
const elsewhere = await startFront(store.connectionString, { cert: foreign });
const old = await startFront(store.connectionString, { cert: expired });
const held = new Set<Socket>();
const silent = createServer((socket) => void held.add(socket));
const silentPort = await listen(silent);
/** Speaks gRPC and knows none of the calls, as an old server does not know all of them. */
const unknowing = createH2cServer();
unknowing.on('stream', (stream) => {
  stream.on('error', () => undefined);
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' },
    { endStream: true },
  );
});
const unknowingSessions = new Set<{ destroy: () => void }>();
unknowing.on('session', (session) => void unknowingSessions.add(session));
const unknowingPort = await listen(unknowing);
const caFile = path.join(directory, 'ca.pem');
writeFileSync(caFile, authority);
secure.users.passwords.set('guest', 'guest-password');
secure.users.withoutRights.add('guest');
test.after.always(async () => {
  await Promise.all([secure, elsewhere, old].map((front) => front.stop()));
  silent.close();
  unknowing.close();
  for (const session of unknowingSessions) session.destroy();
  for (const socket of held) socket.destroy();
  await store.stop();
  await ahead.stop();
  rmSync(directory, { recursive: true, force: true });
});

const ca = `tls=true&tlsCAFile=${encodeURIComponent(caFile)}`;
const storeAddress = /\/\/([^?]+)/.exec(store.connectionString)?.[1] ?? '';
const right = 'clinic:right-password';

/** Opens the log, uses it, and closes it. */
async function using<Result>(url: string, use: (log: EventLog) => Promise<Result>): Promise<Result> {
  const log = createEventLog(url);
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}

const asking = (url: string, patienceMs: number): Promise<ConnectionProblem | null> =>
  using(url, (log) => createAskProblem(log, url)(patienceMs));

const first = async (events: AsyncIterable<unknown>): Promise<unknown> =>
  events[Symbol.asyncIterator]().next();

/** Every way in which a process uses the log. */
const uses: Record<string, (log: EventLog) => Promise<unknown>> = {
  ping: (log) => log.ping(),
  append: (log) => log.append('session-1', 'no_stream', []),
  'a read': (log) => first(log.readStream('session-1', 0)),
  'a subscription': (log) => first(log.subscribe(null, new AbortController().signal)),
};

const wrong: [string, ConnectionProblem, string][] = [
  ['a wrong password', 'wrong_credentials', `esdb://clinic:wrong-password@localhost:${secure.port}?${ca}`],
  ['a user without rights', 'missing_rights', `esdb://guest:guest-password@localhost:${secure.port}?${ca}`],
  [
    'an authority that is not trusted',
    'untrusted_authority',
    `esdb://${right}@localhost:${secure.port}?tls=true`,
  ],
  ['another host name', 'wrong_host_name', `esdb://${right}@localhost:${elsewhere.port}?${ca}`],
  ['an expired certificate', 'expired_certificate', `esdb://${right}@localhost:${old.port}?${ca}`],
  ['TLS against an insecure server', 'no_tls', `esdb://${storeAddress}?${ca}`],
  ['no TLS against a secure server', 'connection_closed', `esdb://localhost:${secure.port}?tls=false`],
  ['a server that is down', 'refused', 'esdb://127.0.0.1:1?tls=false'],
  ['a server without the calls', 'wrong_version', `esdb://127.0.0.1:${unknowingPort}?tls=false`],
  ['a host that does not exist', 'unknown_host', 'esdb://no-such-host.invalid:2113?tls=false'],
  ['a cluster that is down', 'no_node', 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2'],
];

for (const [name, problem, url] of wrong) {
  test.serial(`${name} is named`, async (t) => {
    for (const [what, use] of Object.entries(uses)) {
      const error = await t.throwsAsync<LogUnavailableError>(using(url, use), {
        instanceOf: LogUnavailableError,
      });
      t.is(error.code, problem, what);
      t.true(error.message.includes(CONNECTION_PROBLEMS[problem]), what);
      t.notRegex(error.message, /-password|localhost|127\.0/);
    }
  });
}

test.serial('a server whose clock is ahead refuses appends, and is named', async (t) => {
  const problems = [uses['ping'], uses['append']].map(async (use) => {
    const error = await t.throwsAsync<LogUnavailableError>(
      using(ahead.connectionString, (log) => use?.(log) ?? Promise.resolve()),
      { instanceOf: LogUnavailableError },
    );
    return error.code;
  });
  t.deepEqual(await Promise.all(problems), ['late_append', 'late_append']);
});

test.serial('a server that takes connections and says nothing is named when patience ends', async (t) => {
  const url = `esdb://127.0.0.1:${silentPort}?tls=false`;
  t.is(await asking(url, 100), 'no_answer');
});

test.serial(
  'the right connection has no problem, to a name and to an address, and says nothing on stderr',
  async (t) => {
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', onWarning);
    t.teardown(() => process.off('warning', onWarning));
    for (const host of ['localhost', '127.0.0.1']) {
      const url = `esdb://${right}@${host}:${secure.port}?${ca}`;
      t.is(await asking(url, 5_000), null);
      await using(url, (log) => log.append(`session-${host}`, 'no_stream', []));
    }
    t.deepEqual(warnings, [], 'no TLS server name is an address (RFC 6066)');
  },
);

test.serial('an address that is not in the certificate is refused all the same', async (t) => {
  const url = `esdb://${right}@127.0.0.1:${elsewhere.port}?${ca}`;
  t.is(await asking(url, 5_000), 'wrong_host_name');
});

test.serial('a CA file that is missing, and a string that is no connection string, are told at once', (t) => {
  for (const [url, message] of [
    ['esdb://clinic:secret-password@localhost:1?tlsCAFile=/no/ca.pem', /file of certificates or keys/],
    ['kurrentdb://clinic:secret-password@localhost:1', /no connection string/],
    ['esdb://clinic:secret-password@%:1', /no connection string/],
    ['esdb://clinic:secret-password@localhost:1?tls=false&retries=3', /an option that the driver/],
    ['esdb://clinic:secret-password@localhost:1?tls_verify-cert=false', /an option that the driver/],
  ] as const) {
    const error = t.throws(() => createEventLog(url), { instanceOf: StartupError, message });
    t.notRegex(error.message, /secret/);
  }
});

const clusters: [string, ConnectionProblem, string][] = [
  [
    'an authority that is not trusted',
    'untrusted_authority',
    `esdb://${right}@localhost:${secure.port},localhost:${old.port}?tls=true`,
  ],
  ['another host name', 'wrong_host_name', `esdb+discover://${right}@localhost:${elsewhere.port}?${ca}`],
  ['TLS against insecure nodes', 'no_tls', `esdb+discover://${storeAddress}?${ca}`],
  ['nodes that are down', 'no_node', 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false'],
];
for (const [name, problem, url] of clusters) {
  test.serial(`of a cluster, whose driver says that it found no node: ${name}`, async (t) => {
    t.is(await asking(url, 2_000), problem);
  });
}
