import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import os from 'node:os';
import path from 'node:path';
import { Client, credentials, Metadata, status, type ChannelCredentials } from '@grpc/grpc-js';
import test from 'ava';
import { jsonEvent, EventStoreDBClient } from '@eventstore/db-client';
import { OPEN_METHODS } from '../../../infra/event-store/access/guard.ts';
import { GOSSIP, SERVER_FEATURES, STREAMS } from '../../../infra/event-store/protocol.ts';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { createEventLog, LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import { authority } from '../../support/event-store-front/certificates.ts';
import { keepLog } from '../../support/kept-log.ts';
import { storeAccess } from '../../support/store-secrets.ts';
import { collect } from '../../support/collect.ts';
import { rejection, rejectionOf } from './support/store.ts';

/*
 * Any local process reaches the port of the embedded store. Without its user and password it learns nothing and writes
 * nothing, whichever call it makes. One after the other: the last test looks at what all of them have left.
 */

const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-access-'));
const access = await storeAccess();
const kept = keepLog('debug');
const store = await startEventStore({
  directory,
  host: '127.0.0.1',
  port: 0,
  access,
  now: () => new Date(),
  logger: kept.logger,
});
const address = `localhost:${store.port}`;
const url = store.connectionString.replace('@127.0.0.1:', '@localhost:');
const client = EventStoreDBClient.connectionString`${url}`;
await client.appendToStream('secret', jsonEvent({ type: 'said', data: { text: 'what a patient said' } }));
test.after.always(async () => {
  await store.stop();
  await client.dispose();
  await rm(directory, { recursive: true, force: true });
});

const trusting = (): ChannelCredentials => credentials.createSsl(Buffer.from(authority));

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const right = `${access.user}:${access.password}`;

/** What a caller may send in place of the right credentials. */
const WRONG: [string, string[]][] = [
  ['no credentials', []],
  ['a wrong password', [basic(`${access.user}:wrong`)]],
  ['a wrong user', [basic(`admin:${access.password}`)]],
  ['an empty password', [basic(`${access.user}:`)]],
  ['the beginning of the password', [basic(right.slice(0, -1))]],
  ['more than the password', [basic(`${right}x`)]],
  ['no basic authentication', [`Bearer ${Buffer.from(right).toString('base64')}`]],
  ['no base64', [`Basic ${right}`]],
  ['nothing after the scheme', ['Basic ']],
];

type Method = (typeof STREAMS)['read'];

/** Makes any call of the protocol with an empty request; the code and text with which it ends, and what it brought. */
function callWith(
  method: Method,
  headers: string[],
): Promise<{ code: number; details: string; answers: number }> {
  const caller = new Client(address, trusting());
  const metadata = new Metadata();
  for (const header of headers) metadata.add('authorization', header);
  const asItIs = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve) => {
    const call = caller.makeBidiStreamRequest(method.path, asItIs, asItIs, metadata, {
      deadline: Date.now() + 5_000,
    });
    let answers = 0;
    call.on('data', () => (answers += 1));
    call.on('error', () => undefined);
    call.on('status', ({ code, details }) => {
      caller.close();
      resolve({ code, details, answers });
    });
    call.write(Buffer.alloc(0));
    call.end();
  });
}

const all = [STREAMS, SERVER_FEATURES, GOSSIP].flatMap((service) => Object.values(service));

for (const method of all.filter(({ path: name }) => !OPEN_METHODS.includes(name))) {
  for (const [what, headers] of WRONG) {
    test.serial(`${method.path} with ${what} is refused`, async (t) => {
      t.deepEqual(await callWith(method, headers), {
        code: status.UNAUTHENTICATED,
        details: 'Unauthenticated',
        answers: 0,
      });
    });
  }

  test.serial(`${method.path} with user and password is let in`, async (t) => {
    const { code } = await callWith(method, [basic(right)]);
    t.not(code, status.UNAUTHENTICATED); // the request itself is empty: what comes of it is another question
    const lower = await callWith(method, [basic(right).replace('Basic', 'basic')]);
    t.not(lower.code, status.UNAUTHENTICATED);
  });
}

test.serial(
  'everybody may ask which methods there are and where the node is, and nothing else',
  async (t) => {
    t.deepEqual(OPEN_METHODS.toSorted(), [
      '/event_store.client.gossip.Gossip/Read',
      '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
    ]);
    for (const method of all.filter(({ path: name }) => OPEN_METHODS.includes(name))) {
      t.deepEqual(await callWith(method, []), { code: status.OK, details: 'OK', answers: 1 });
    }
  },
);

test.serial('services that it does not have are no way in', async (t) => {
  for (const name of [
    '/event_store.client.persistent_subscriptions.PersistentSubscriptions/Read',
    '/event_store.client.projections.Projections/Statistics',
    '/event_store.client.users.Users/Details',
    '/event_store.client.operations.Operations/Shutdown',
    '/event_store.client.monitoring.Monitoring/Stats',
    '/grpc.channelz.v1.Channelz/GetServers',
    '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
  ]) {
    const { code, answers } = await callWith({ ...STREAMS.read, path: name }, []);
    t.deepEqual({ code, answers }, { code: status.UNIMPLEMENTED, answers: 0 }, name);
  }
});

test.serial('without TLS nobody is answered', async (t) => {
  const session = connectHttp2(`http://${address}`);
  const ended = await new Promise<string>((resolve) => {
    session.on('error', () => resolve('closed'));
    session.on('close', () => resolve('closed'));
    const call = session.request({ ':method': 'POST', ':path': GOSSIP.read.path });
    call.on('response', () => resolve('answered'));
    call.on('error', () => undefined);
  });
  t.is(ended, 'closed');
  session.destroy();
  const log = createEventLog(`esdb://${right}@${address}?tls=false`);
  const error = await rejectionOf(LogUnavailableError, log.lastPosition());
  t.is(error.code, 'connection_closed');
  await log.close();
});

test.serial('the service names what is wrong, for reads, appends and subscriptions', async (t) => {
  for (const [login, code] of [
    [`${access.user}:wrong@`, 'wrong_credentials'],
    ['', 'wrong_credentials'],
  ] as const) {
    const log = createEventLog(url.replace(/\/\/[^@]+@/, `//${login}`));
    const attempts = [
      () => log.lastPosition(),
      () => collect(log.readAll(null)),
      () => collect(log.readStream('secret', 0)),
      () => collect(log.subscribe(null, AbortSignal.timeout(5_000))),
      () =>
        log.append('secret', 'any', [
          { eventId: crypto.randomUUID(), type: 'x', data: {}, metadata: {} } as never,
        ]),
      () => log.ping(),
    ];
    for (const attempt of attempts) {
      const error = await rejectionOf(LogUnavailableError, attempt());
      t.is(error.code, code);
      t.false(error.message.includes(access.password));
    }
    await log.close();
  }
});

test.serial('the official client reads, writes and deletes nothing with a wrong password', async (t) => {
  const stranger = EventStoreDBClient.connectionString`${url.replace(access.password, 'wrong')}`;
  const credentials = { username: access.user, password: 'wrong too' };
  const forged = jsonEvent({ type: 'tokens-granted', data: { tokens: 1_000_000 } });
  const attempts: Record<string, () => Promise<unknown>> = {
    read: () => collect(stranger.readStream('secret')),
    'read of all': () => collect(stranger.readAll()),
    subscription: () => collect(stranger.subscribeToStream('secret')),
    'subscription to all': () => collect(stranger.subscribeToAll()),
    'batch append': () => stranger.appendToStream('secret', forged),
    append: () => stranger.appendToStream('secret', forged, { credentials }),
    metadata: () => stranger.setStreamMetadata('secret', { maxCount: 1 }),
    deletion: () => stranger.deleteStream('secret'),
    tombstone: () => stranger.tombstoneStream('secret'),
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    t.like(await rejection(attempt()), { code: status.UNAUTHENTICATED }, what);
  }
  await stranger.dispose();
});

test.serial('nothing was written by any of it, and no password stands in the log of the store', async (t) => {
  const events = await collect(client.readAll());
  t.deepEqual(
    events.map(({ event }) => event?.type),
    ['said'],
  );
  t.regex(kept.text(), /event store is listening/);
  for (const secret of [access.password, right, basic(right), access.privateKey]) {
    t.false(kept.text().includes(secret));
  }
});
