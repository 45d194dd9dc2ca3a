import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, jsonEvent, NotLeaderError } from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../../infra/embedded/ports.ts';
import { createEventLog, LogUnavailableError, type EventLog } from '../../../shared/event-log/event-log.ts';
import { parseConnection } from '../../../shared/event-log/connection-string.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { startStoreProcess } from '../../infra/event-store/support/store-process.ts';
import { authority, certificate, privateKey } from '../../support/event-store-front/certificates.ts';
import { startLogFronts } from '../../support/log-front/fronts.ts';
import { until } from '../../support/until.ts';

/**
 * The log as three processes over TLS behind one connection string, as the drill of a cluster runs them: each test leaves all of
 * them running.
 */
const RECOVERY_LIMIT_MS = 10_000;
const ALL = [0, 1, 2];
const folder = mkdtempSync(path.join(os.tmpdir(), 'log-fronts-'));
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  return path.join(folder, name);
};
const store = await startStoreProcess(path.join(folder, 'store'));
const { user } = parseConnection(store.connectionString);
const tls = {
  certFile: file('front.crt', certificate),
  keyFile: file('front.key', privateKey),
  caFile: file('ca.crt', authority),
};
const hosts = await Promise.all(
  ALL.map(async () => ({ host: '127.0.0.1', name: 'localhost', port: await freePort() })),
);
const fronts = await startLogFronts({
  hosts,
  store: `esdb://127.0.0.1:${store.port}?tls=true&tlsCAFile=${encodeURIComponent(tls.caFile)}`,
  tls,
  pace: { everyMs: 50, timeoutMs: 500 },
});
const url = fronts.connectionString({ user: user?.name ?? '', password: user?.password ?? '' });
const log = createEventLog(url);
test.after.always(async () => {
  await log.close();
  await fronts.stop();
  await store.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const event = (): EncodedEvent => ({
  eventId: randomUUID(),
  type: 'noted',
  data: {},
  metadata: {} as EncodedEvent['metadata'],
});
const append = (by: EventLog = log) => by.append(`session-${randomUUID()}`, 'no_stream', [event()]);
const appends = (): Promise<void> =>
  until('an append', RECOVERY_LIMIT_MS, () =>
    append().then(
      () => true,
      () => false,
    ),
  );

/** Follows the log from here on, and again after each end, as followers do; tells how often it had to. */
async function follow(t: ExecutionContext) {
  await append();
  let last = await log.lastPosition();
  const seen: string[] = [];
  const stopping = new AbortController();
  let drops = 0;
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for await (const message of log.subscribe(last, stopping.signal)) {
          if (message.kind !== 'event') continue;
          seen.push(message.event.eventId);
          last = message.event.position;
        }
      } catch {
        drops += 1;
        await sleep(10);
      }
    }
  };
  const done = work();
  t.teardown(async () => {
    stopping.abort();
    await done;
  });
  await append();
  await until('its first event', RECOVERY_LIMIT_MS, () => seen.length === 1);
  return { seen, drops: () => drops };
}
type Following = Awaited<ReturnType<typeof follow>>;
const goesOn = async ({ seen }: Following): Promise<void> => {
  const before = seen.length;
  await appends();
  await until('the next event', RECOVERY_LIMIT_MS, () => seen.length > before);
};

/** Waits until one says this of another. */
const says = (asked: number, of: number, expected: { isAlive: boolean; state: string }): Promise<void> =>
  until(`${asked} says ${expected.state} of ${of}`, RECOVERY_LIMIT_MS, async () => {
    const { members } = await fronts.gossip(asked);
    const member = members.find(({ httpEndPointPort }) => httpEndPointPort === hosts[of]?.port);
    return member?.state === expected.state && member.isAlive === expected.isAlive;
  });
const FOLLOWER = { state: 'Follower', isAlive: true };
const DEAD = { state: 'Unknown', isAlive: false };

test.serial('all follow one, and a wrong password is refused as by the store', async (t) => {
  const leader = await fronts.leader();
  for (const index of ALL) await says(index, leader, { state: 'Leader', isAlive: true });
  await append();
  const stranger = createEventLog(fronts.connectionString({ user: user?.name ?? '', password: 'wrong' }));
  const refusal = await t.throwsAsync(append(stranger), { instanceOf: LogUnavailableError });
  t.is(refusal.code, 'wrong_credentials');
  await stranger.close();
});

test.serial('a leader that is deposed ends its subscriptions and comes back as a follower', async (t) => {
  const leader = await fronts.leader();
  const epoch = async (): Promise<number> =>
    Math.max(...(await fronts.gossip(leader)).members.map(({ epochNumber }) => epochNumber));
  const before = await epoch();
  const following = await follow(t);
  await fronts.depose(leader);
  const next = await fronts.leader();
  t.not(next, leader);
  for (const index of ALL) await says(index, leader, FOLLOWER);
  t.true((await epoch()) > before);
  await goesOn(following);
  t.true(following.drops() > 0);
  t.is(new Set(following.seen).size, following.seen.length);
});

test.serial(
  'a follower names the leader to a caller that requires one, and passes on other appends',
  async (t) => {
    const leader = await fronts.leader();
    const follower = hosts[(leader + 1) % hosts.length];
    const single = url.replace(/@.*\?/, `@localhost:${follower?.port}?`);
    const [plain, strict] = [1, 2].map(() => EventStoreDBClient.connectionString`${single}`);
    const stream = `session-${randomUUID()}`;
    const noted = () => jsonEvent({ type: 'noted', data: {} });
    await plain?.appendToStream(stream, noted());
    const requiring = async () => strict?.appendToStream(stream, noted(), { requiresLeader: true });
    const error = await t.throwsAsync(requiring(), { instanceOf: NotLeaderError });
    t.deepEqual(error.leader, { address: 'localhost', port: hosts[leader]?.port ?? 0 });
    t.is((await requiring())?.nextExpectedRevision, 1n); // the driver has gone to the leader
    await plain?.dispose();
    await strict?.dispose();
  },
);

test.serial('a leader that resigns keeps its subscriptions', async (t) => {
  const leader = await fronts.leader();
  const following = await follow(t);
  await fronts.resign(leader);
  t.not(await fronts.leader(), leader);
  await goesOn(following);
  t.is(following.drops(), 0);
});

test.serial('a leader that is killed is dead to the others, and comes back as a follower', async (t) => {
  const leader = await fronts.leader();
  const following = await follow(t);
  await fronts.kill(leader);
  const next = await fronts.leader();
  t.not(next, leader);
  await says(next, leader, DEAD);
  await goesOn(following);
  await fronts.start(leader);
  await says(next, leader, FOLLOWER);
  t.is(await fronts.leader(), next);
});

test.serial('a leader that stops answering is replaced, and learns of it when it goes on', async (t) => {
  const leader = await fronts.leader();
  fronts.freeze(leader);
  const next = await fronts.leader();
  t.not(next, leader);
  await says(next, leader, DEAD);
  fronts.thaw(leader);
  await says(next, leader, FOLLOWER);
  t.is(await fronts.leader(), next);
  await appends();
});
