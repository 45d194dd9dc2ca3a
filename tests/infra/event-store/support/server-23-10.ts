import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startEventStore } from '../../../../infra/event-store/server.ts';

/*
 * A process that stands for a real EventStoreDB 23.10: the embedded store with that behaviour, and with what such a
 * server and other applications write into `$all` all the while.
 */

const EVERY_MS = 20;
const [directory = ''] = process.argv.slice(2);

const store = await startEventStore({
  directory,
  host: '127.0.0.1',
  port: 0,
  now: () => new Date(),
  behaviour: '23.10',
  maxLiveBacklog: 2_000, // of the 3,000 events that a test leaves unread
});
const client = EventStoreDBClient.connectionString(store.connectionString);

/** Statistics, metadata of a foreign stream, an event without metadata in it, and a link to that one. */
async function writeForeign(n: number): Promise<void> {
  const foreign = `foreign-${n}`;
  await client.appendToStream('$stats-127.0.0.1:2113', jsonEvent({ type: '$statsCollected', data: { n } }));
  await client.setStreamMetadata(foreign, { maxAge: 3_600 });
  await client.appendToStream(foreign, binaryEvent({ type: 'foreign', data: Uint8Array.from([0, 255]) }));
  await client.appendToStream('$ce-foreign', binaryEvent({ type: '$>', data: Buffer.from(`0@${foreign}`) }));
}

process.once('disconnect', () => process.exit(0)); // the test has ended
process.send?.({ type: 'ready', port: store.port });
for (let n = 0; ; n += 1) {
  await writeForeign(n);
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
