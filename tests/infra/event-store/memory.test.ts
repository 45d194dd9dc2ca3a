import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { startStoreProcess } from './support/store-process.ts';

const SUBSCRIBERS = 20;
const EVENTS = 40;
const EVENT_BYTES = 1_000_000;
/** All subscribers together would keep 800 MB if the server buffered for them. */
const ALLOWED_GROWTH_MB = 250;

/** Memory of a process that is not the mapped database file. */
async function anonymousMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Anonymous:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('subscribers that do not read cost the server no memory', async (t) => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-memory-'));
  const store = await startStoreProcess(directory);
  t.teardown(async () => {
    await store.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const data = new Uint8Array(EVENT_BYTES).fill(7);
  await client.appendToStream('large', binaryEvent({ type: 'large', data }));
  for (let n = 0; n < SUBSCRIBERS; n += 1) {
    const subscription = n % 2 === 0 ? client.subscribeToAll() : client.subscribeToStream('large');
    await new Promise<void>((resolve) => {
      subscription.once('data', () => {
        subscription.pause();
        resolve();
      });
    });
  }
  const beforeMb = await anonymousMb(store.pid);
  for (let n = 0; n < EVENTS; n += 1)
    await client.appendToStream('large', binaryEvent({ type: 'large', data }));
  const growthMb = (await anonymousMb(store.pid)) - beforeMb;
  t.log(`${growthMb.toFixed(0)} MB more`);
  t.true(growthMb < ALLOWED_GROWTH_MB, `${growthMb.toFixed(0)} MB more`);
  await client.dispose();
});
