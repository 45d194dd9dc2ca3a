import { connect, createServer, type Socket } from 'node:net';
import test from 'ava';
import { freePort } from '../../../infra/embedded/ports.ts';
import { natsServer } from '../../../shared/config/nats-url.ts';
import { createNatsLink } from '../../../shared/nats/connection.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { startStack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { listen } from '../../support/listening.ts';

const stack = await startStack();
test.after.always(stack.stop);

const held = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP)/.test(name)).length;

test.serial('a link whose server never came leaves nothing running once it is stopped', async (t) => {
  const before = held();
  const link = createNatsLink({ server: natsServer(`nats://127.0.0.1:${await freePort()}`), name: 'test' });
  await link.start();
  await sleep(50);
  t.false(link.isConnected());
  await link.stop();
  await sleep(1_200); // longer than its client waits between two tries
  t.is(held(), before);
});

test.serial('a link finds its server, and finds it again', async (t) => {
  const link = createNatsLink({ server: natsServer(stack.natsUrl), name: 'test' });
  await link.start();
  await until('connected', 5_000, () => link.isConnected());
  await stack.processes.nats.stop();
  await until('disconnected', 5_000, () => !link.isConnected());
  await stack.processes.nats.start();
  await until('connected again', 10_000, () => link.isConnected());
  await link.stop();
  t.false(link.isConnected());
});

test.serial('a link that is stopped while it connects leaves nothing running', async (t) => {
  const before = held();
  const link = createNatsLink({ server: natsServer(stack.natsUrl), name: 'test' });
  await link.start();
  await link.stop();
  await sleep(50); // never over where a loop without a pause holds the thread
  t.false(link.isConnected());
  await until('nothing is held', 5_000, () => held() <= before);
});

test.serial('a first connection on which nobody speaks is given up soon, and another one made', async (t) => {
  const { hostname, port } = new URL(stack.natsUrl);
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    if (sockets.push(socket) === 1) return; // accepted, and left alone
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from.pipe(to).on('error', () => undefined);
  });
  const url = new URL(stack.natsUrl);
  url.port = String(await listen(proxy));
  const link = createNatsLink({ server: natsServer(url.href), name: 'test' });
  await link.start();
  await until('connected', 10_000, () => link.isConnected());
  t.is(sockets.length, 2);
  await link.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
});
