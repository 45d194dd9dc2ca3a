import test from 'ava';
import { v4 as uuidV4 } from 'uuid';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { requireLog } from '../../../shared/projection/require-log.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

type Row = { position: number; event_id: string; stream: string | null; revision: number | null };

const holding = (...rows: Row[]): Sql =>
  ({
    query: () => Promise.resolve({ rows: rows.map((row) => ({ projection: 'audit', version: 1, ...row })) }),
  }) as unknown as Sql;

const failing = (code: string): Sql => ({
  query: () => Promise.reject(Object.assign(new Error('of the database'), { code })),
});

const STREAM = sessionStream(uuidV4());
const NOTHING_YET: Row = { position: -1, event_id: uuidV4(), stream: null, revision: null };

async function logOf(count: number) {
  const log = createMemoryEventLog();
  const events = Array.from({ length: count }, () => ({
    eventId: uuidV4(),
    type: 'x',
    data: {},
    metadata: {},
  }));
  await log.append(STREAM, 'no_stream', events as unknown as EncodedEvent[]);
  const rows = log.events.map(({ position, eventId, revision }): Row => ({
    position: Number(position),
    event_id: eventId,
    stream: STREAM,
    revision,
  }));
  return { log, rows };
}

test('a log that holds every checkpoint is good, and so is one of which nothing was read yet', async (t) => {
  const { log, rows } = await logOf(3);
  await t.notThrowsAsync(requireLog(holding(rows[2]!, rows[0]!, NOTHING_YET), log));
  await t.notThrowsAsync(requireLog(holding(), log));
});

test('one that ends earlier, or is another one, is refused by name and in words', async (t) => {
  const { log, rows } = await logOf(3);
  const last = rows[2]!;
  const wrong: Row[] = [
    { ...last, revision: 3, position: last.position + 1 },
    { ...last, event_id: uuidV4() },
    { ...last, stream: sessionStream(uuidV4()) },
    { ...last, position: last.position - 1 },
  ];
  for (const row of wrong) {
    const error = await t.throwsAsync(requireLog(holding(rows[0]!, row), log), { instanceOf: StartupError });
    t.regex(error.message, /restored to an earlier point/);
    t.true(error.message.includes(`at which audit stands (position ${row.position})`));
  }
});

test('one that stands on the event of another application, which is gone, is proved by its position', async (t) => {
  const { log, rows } = await logOf(3);
  const gone = { event_id: uuidV4(), stream: 'order-1', revision: 0 };
  for (const { position } of rows) await t.notThrowsAsync(requireLog(holding({ ...gone, position }), log));
  const beyond = { ...gone, position: 3 };
  await t.throwsAsync(requireLog(holding(beyond), log), { instanceOf: StartupError });
});

test('where log or database are out of reach, nothing is said', async (t) => {
  const { log, rows } = await logOf(1);
  for (const code of ['ECONNREFUSED', '42P01']) await t.notThrowsAsync(requireLog(failing(code), log));
  await t.throwsAsync(requireLog(failing('42501'), log), { message: 'of the database' });
  log.setDown(true);
  await t.notThrowsAsync(requireLog(holding({ ...rows[0]!, event_id: uuidV4() }), log));
});
