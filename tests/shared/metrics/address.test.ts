import net from 'node:net';
import { Writable } from 'node:stream';
import test from 'ava';
import { pino } from 'pino';
import { startApi } from '../../support/api.ts';

const api = await startApi();
test.after.always(api.stop);

/** Whether something listens there. Every 127.x address is this machine's, and only 0.0.0.0 listens on all. */
const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test('metrics listen on loopback wherever the public server does', async (t) => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const beside = await api.beside('public', {
    env: { HOST: '0.0.0.0' },
    logger: pino({ level: 'info' }, sink),
  });
  try {
    const line = lines.find((one) => one.includes('"metrics_port"')) ?? '{}';
    const { metrics_port } = JSON.parse(line) as { metrics_port: number };
    t.true(await isOpen('127.0.0.2', beside.port()));
    t.true(await isOpen('127.0.0.1', metrics_port));
    t.false(await isOpen('127.0.0.2', metrics_port));
  } finally {
    await beside.stop();
  }
});
