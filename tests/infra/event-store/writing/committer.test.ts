import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDatabase, type Changes, type Database } from '../../../../infra/event-store/storage/database.ts';
import { parseEventId } from '../../../../infra/event-store/wire/event-id.ts';
import type { WriteCommand } from '../../../../infra/event-store/writing/commands.ts';
import { createCommitter, type Committed } from '../../../../infra/event-store/writing/committer.ts';

const newId = (): Buffer => parseEventId(randomUUID())!;
const NOW_MS = Date.UTC(2025, 0, 1);

const append = (streamName: string): WriteCommand => ({
  kind: 'append',
  streamName: Buffer.from(streamName),
  expected: { kind: 'any' },
  events: [
    { id: newId(), type: Buffer.from('x'), isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) },
  ],
});

async function setUp(t: ExecutionContext, write?: (database: Database, changes: Changes) => Promise<void>) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-committer-'));
  const database = openDatabase(directory);
  t.teardown(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  const transactions: Committed[] = [];
  const failures: unknown[] = [];
  const committer = createCommitter({
    database: { ...database, write: (changes) => write?.(database, changes) ?? database.write(changes) },
    now: () => new Date(NOW_MS),
    newId,
    onCommitted: (committed) => transactions.push(committed),
    onFailed: (error) => failures.push(error),
  });
  return { committer, database, transactions, failures };
}

test('what arrives in one turn is one transaction, told before the answers', async (t) => {
  const { committer, database, transactions } = await setUp(t);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      committer.submit({ command: append(`stream-${n % 50}`), bytes: 100 }),
    ),
  );
  t.is(transactions.length, 1);
  t.is(transactions[0]!.records.length, 200);
  t.deepEqual(
    outcomes.map((outcome) =>
      outcome.kind === 'success' ? [outcome.revision, outcome.position] : outcome.kind,
    ),
    Array.from({ length: 200 }, (_, n) => [Math.floor(n / 50), n + 1]),
  );
  t.is(database.lastPosition(), 200);
});

test('what arrives during a commit waits for the next one', async (t) => {
  const { committer, transactions } = await setUp(t);
  const first = committer.submit({ command: append('a'), bytes: 100 });
  await new Promise((resolve) => setImmediate(resolve));
  const rest = Array.from({ length: 10 }, () => committer.submit({ command: append('a'), bytes: 100 }));
  await Promise.all([first, ...rest]);
  t.deepEqual(
    transactions.map(({ records }) => records.length),
    [1, 10],
  );
});

test('a write past its deadline, or that nobody waits for, is not written', async (t) => {
  const { committer, database } = await setUp(t);
  const [late, abandoned, early] = await Promise.all([
    committer.submit({ command: append('a'), bytes: 100, deadlineMs: NOW_MS }),
    committer.submit({ command: append('a'), bytes: 100, isAbandoned: () => true }),
    committer.submit({ command: append('a'), bytes: 100, deadlineMs: NOW_MS + 1 }),
  ]);
  t.deepEqual([late.kind, abandoned.kind, early.kind], ['timed_out', 'unavailable', 'success']);
  t.is(database.lastPosition(), 1);
});

test('a refused commit acknowledges nothing and ends all writing', async (t) => {
  const { committer, database, transactions, failures } = await setUp(t, () =>
    Promise.reject(new Error('disk full')),
  );
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => committer.submit({ command: append('a'), bytes: 100 })),
  );
  t.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['unavailable', 'unavailable', 'unavailable'],
  );
  t.is((await committer.submit({ command: append('a'), bytes: 100 })).kind, 'unavailable');
  t.is(failures.length, 1);
  t.deepEqual(transactions, []);
  t.is(database.lastPosition(), 0);
});

test('too much waiting is refused; closing finishes what waits and refuses the rest', async (t) => {
  const { committer, database } = await setUp(t);
  const huge = 200 * 2 ** 20;
  const taken = committer.submit({ command: append('a'), bytes: huge });
  t.is((await committer.submit({ command: append('a'), bytes: huge })).kind, 'too_busy');
  const closed = committer.close();
  t.is((await committer.submit({ command: append('a'), bytes: 100 })).kind, 'unavailable');
  await closed;
  t.is((await taken).kind, 'success');
  t.is(database.lastPosition(), 1);
});
