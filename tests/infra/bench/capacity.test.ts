import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { keepFigures } from '../../../infra/bench/capacity/figures.ts';
import { COUNTED, names } from '../../../infra/bench/capacity/names.ts';
import { CAPACITY_PAGE, capacityPage, fillPage } from '../../../infra/bench/capacity/page.ts';
import { sizeFor } from '../../../infra/bench/capacity/sizing.ts';
import { bytesOnDisk, STORED_ANSWERS, TABLE_GROUPS } from '../../../infra/bench/capacity/storage.ts';
import { sizesTable } from '../../../infra/bench/capacity/tables.ts';
import { createWholeInterviews } from '../../../infra/bench/load/whole-interviews.ts';
import type { HttpClient } from '../../../infra/bench/load/http-client.ts';
import { seededRandom } from '../../../infra/bench/load/random.ts';
import type { Measure } from '../../../infra/bench/report/measure.ts';
import { familyMb, residentMb } from '../../../infra/bench/stack/memory.ts';
import { PROCESSES } from '../../../infra/bench/stack/every-process.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-capacity-'));
test.after.always(() => rmSync(folder, { recursive: true }));

/** A machine on which a process takes 6 ms an answer, 12 at 10 a second, and a session has 10 answers and takes 1 KB of each. */
function madeResult(changes: Record<string, number> = {}) {
  const values: Record<string, number> = {
    ...Object.fromEntries(COUNTED.map((what) => [names.perAnswer(what), 2])),
    [names.answersOfSession]: 10,
    [names.logBytes]: 1_000,
    [names.walBytes]: 1_000,
    [names.bytes(STORED_ANSWERS.name)]: 400,
    [names.aloneOwn('reader of $all')]: 20,
  };
  for (const process of PROCESSES) {
    values[names.idle(process)] = 0;
    values[names.answer(process, 'slow')] = 12;
    values[names.answer(process, 'full')] = 6;
    values[names.memory(process)] = 100;
  }
  for (const { name } of TABLE_GROUPS) values[names.bytes(name)] = 1_000;
  for (const part of ['projector', 'fan-out'] as const) {
    values[names.aloneOwn(part)] = 100;
    values[names.aloneDatabase(part)] = 20;
  }
  for (const pool of ['projectors', 'extracts', 'reactors', 'dispatcher', 'dispatcher-deliveries']) {
    values[names.connections(pool)] = 3;
  }
  const measures = Object.entries({ ...values, ...changes }).map(([name, value]): Measure => ({
    name,
    value,
    unit: 'count',
  }));
  return { section: 'capacity', measures };
}

test('cores, processes and disk follow from what one answer costs', (t) => {
  const sizing = sizeFor(madeResult(), 100);
  t.is(sizing.busyCores['command-api'], 0.6);
  t.is(sizing.cores, 8); // 8 processes of 0.6, of which 60 % may be busy
  t.deepEqual(sizing.processes, { 'command-api': 2, 'query-api': 2, 'webhook-dispatcher': 2 });
  t.is(sizing.memoryMb, 1_300); // two of each of our own, one of each server
  t.is(sizing.connections, 4 * 40 + 2 * 15);
  const sessionsADay = (100 / 10) * 86_400;
  t.is(sizing.logGb.day, (1_000 * sessionsADay) / 1e9);
  t.is(sizing.logGb.year, 365 * sizing.logGb.day);
  // Nine groups stay for ever. Of the idempotency keys 600 bytes stay 90 days, and 400 one day.
  t.is(sizing.tablesGb.year, ((9 * 1_000 * 365 + 600 * 90 + 400) * sessionsADay) / 1e9);
  t.is(sizing.walMbPerS, 0.01);
});

test('at ten answers a second an answer costs what it costs in small batches', (t) => {
  t.is(sizeFor(madeResult(), 10).busyCores.projectors, 0.12);
  t.is(sizeFor(madeResult(), 1_000).processes['command-api'], 10);
});

test('a follower is busy with its own time and that of Postgres, for each event', (t) => {
  const { singles } = sizeFor(madeResult({ [names.answer('event store', 'full')]: 1 }), 1_000);
  const shareOf = (name: string) => singles.find(({ part }) => part === name)?.share;
  t.is(shareOf('projector'), 0.24); // 2,000 events of 0.12 ms
  t.is(shareOf('reader of $all'), 0.04);
  t.is(shareOf('embedded event store'), 1);
  t.is(singles[0]?.part, 'reactors');
});

test('Postgres is one server, and is too busy when most of its cores are', (t) => {
  const result = madeResult();
  const shareAt = (answersPerS: number) =>
    sizeFor(result, answersPerS).singles.find(({ part }) => part === 'Postgres')?.share;
  t.is(shareAt(1_000), 6 / 64);
  t.is(shareAt(10_000), 60 / 64);
  const row = sizesTable(result).split('\n').at(-1) ?? '';
  t.true(row.endsWith('Postgres (94 %) |'), row);
});

test('the table names every single part that is too busy, the busiest first', (t) => {
  const calm = Object.fromEntries(
    (['event store', 'reactors', 'Postgres'] as const).map((process) => [names.answer(process, 'full'), 0.1]),
  );
  const slow = { [names.answer('event store', 'slow')]: 0.1, [names.answer('reactors', 'slow')]: 0.1 };
  const row = sizesTable(madeResult({ ...calm, ...slow }))
    .split('\n')
    .at(-1);
  t.is(
    row,
    '| Single parts that are too busy | none; the first is the projector (0.24 %) | none; the first is the projector (2.4 %) | ' +
      'none; the first is the projector (24 %) | projector (240 %), fan-out (240 %), reactors (100 %), embedded event store (100 %) |',
  );
});

test('the page holds what was measured, under the markers that it has', (t) => {
  t.is(readFileSync(path.join(projectRoot, CAPACITY_PAGE), 'utf8'), capacityPage());
  const page = 'before\n\n<!-- measured: costs -->\nold\n<!-- end -->\n\nafter';
  const filled = fillPage(page, { costs: 'new' });
  t.is(filled, 'before\n\n<!-- measured: costs -->\n\nnew\n\n<!-- end -->\n\nafter');
  t.is(fillPage(filled, { costs: 'new' }), filled);
  t.throws(() => fillPage(page, { costs: 'new', sizes: 'more' }), { message: /no place for sizes/ });
  t.throws(() => fillPage(page, {}), { message: /nothing is measured under costs/ });
});

test('numbers of a quick run are not kept', (t) => {
  const file = path.join(folder, 'quick.json');
  writeFileSync(file, JSON.stringify({ quick: true, results: [] }));
  t.throws(() => keepFigures(file), { message: /quick/ });
});

test('a sparse file counts for what it takes of the disk', (t) => {
  writeFileSync(path.join(folder, 'sparse'), 'some');
  const before = bytesOnDisk(folder);
  truncateSync(path.join(folder, 'sparse'), 1_000_000_000);
  t.true(bytesOnDisk(folder) <= before + 65_536);
  t.true(before > 0);
});

test('memory is told of a process that runs, and of no other', (t) => {
  t.true((residentMb(process.pid) ?? 0) > 10);
  t.true(familyMb(process.pid) > 10);
  t.is(residentMb(0), null);
  t.is(familyMb(undefined), NaN);
});

test('an interview is opened, answered to its last question, read and finalized, and many are under way', async (t) => {
  const seen = new Map<string, string[]>();
  let opened = 0;
  const reply = (status: number, body: unknown) => Promise.resolve({ status, body, ms: 1 });
  const note = (url: string): string[] => {
    const [, session = '', call = ''] = /^\/v1\/sessions\/([^/]+)\/(\w+)$/.exec(url) ?? [];
    return seen.get(session)?.concat(call) ?? [];
  };
  const sessionOf = (url: string): string => url.split('/')[3] ?? '';
  const client: HttpClient = {
    close: () => Promise.resolve(),
    get: (url) => {
      seen.set(sessionOf(url), note(url));
      return reply(200, {});
    },
    post: (url, _key, _body, headers) => {
      t.truthy(headers?.['idempotency-key']);
      if (url === '/v1/sessions') {
        const id = String(opened++);
        seen.set(id, ['open']);
        return reply(201, { session_id: id, current_question: { question_id: 'q' } });
      }
      const calls = note(url);
      seen.set(sessionOf(url), calls);
      const isLast = calls.filter((call) => call === 'answer').length === 3;
      return reply(200, { current_question: isLast ? null : { question_id: 'q' } });
    },
  };
  const accounts = [{ tenantId: 'tenant', key: 'key' }];
  const interviews = createWholeInterviews({ command: client, query: client }, accounts, seededRandom(1));
  for (let step = 0; step < 2_000; step++) await interviews.step();
  const whole = ['open', 'answer', 'answer', 'answer', 'results', 'finalize'];
  const all = [...seen.values()];
  const finished = all.filter((calls) => calls.at(-1) === 'finalize');
  for (const calls of all) t.deepEqual(calls, whole.slice(0, calls.length));
  t.true([59, 60].includes(all.length - finished.length));
  const { sessions, answers, reads, finalized } = interviews.calls();
  t.deepEqual([sessions, finalized], [all.length, finished.length]);
  t.is(sessions + answers + reads + finalized, 2_000);
  const stages = new Set(all.filter((calls) => calls.length < whole.length).map((calls) => calls.length));
  t.true(stages.size >= 4);
});
