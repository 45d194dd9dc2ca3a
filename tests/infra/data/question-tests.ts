import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import test from 'ava';
import { writeDuckFile } from '../../../infra/data/facts-duck.ts';
import { questions } from '../../../infra/data/questions/all.ts';
import { QUESTIONS_PAGE, questionsPage } from '../../../infra/data/questions/page.ts';
import {
  ENGINE_CHANGE,
  LEAVES,
  LEAVES_AT_FIRST,
  OUTAGE,
  SECONDS,
} from '../../../infra/data/sample/settings.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { datasets } from '../../../shared/datasets/all.ts';
import type { MadeYear } from './made-year.ts';

/** Each question is asked of a made year, and what was put into the year comes out. */
export function questionTests({ year, root, sessions }: MadeYear): void {
  type Row = Record<string, string | number | boolean | null>;

  const ask = (name: string): Promise<Row[]> =>
    year.rows(questions.find((one) => one.name === name)?.sql ?? '');
  const one = async (sql: string): Promise<number> => Number((await year.answer(sql)).rows[0]?.[0]);
  const sumOf = (rows: readonly Row[], column: string): number =>
    rows.reduce((sum, row) => sum + Number(row[column]), 0);
  /** So many make a share or a median that chance does not. */
  const ENOUGH = 100;
  const rowsOf = (name: string): number =>
    year.statement.datasets.find((dataset) => dataset.name === name)?.rows ?? -1;

  for (const { name, sql, chart } of questions) {
    test(`${name} has an answer, with what its chart shows`, async (t) => {
      const { columns, rows } = await year.answer(sql);
      t.true(rows.length > 0);
      if (!chart) return;
      const { kind: _kind, percent: _percent, ...shown } = chart;
      for (const column of Object.values(shown)) t.true(columns.includes(column), column);
      t.true(
        rows.every(
          (row) => typeof row[columns.indexOf(chart.value)] === 'number' || name === 'confused_diagnoses',
        ),
      );
    });
  }

  test('the page has every question: else run npm run generate', (t) => {
    t.is(readFileSync(path.join(projectRoot, QUESTIONS_PAGE), 'utf8'), questionsPage());
  });

  test('what names a row of another dataset does so', async (t) => {
    for (const { name, columns } of datasets) {
      for (const { name: column, references } of columns) {
        if (references === undefined) continue;
        const [target = '', key = ''] = references.split('.');
        const lost = await one(
          `SELECT count(*) FROM ${name} a WHERE a."${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${target} b WHERE b."${key}" = a."${column}")`,
        );
        t.is(lost, 0, `${name}.${column}`);
      }
    }
  });

  test('the funnel narrows, from all sessions on', async (t) => {
    const counts = (await ask('funnel')).map(({ sessions }) => Number(sessions));
    t.is(counts[0], rowsOf('sessions'));
    t.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    t.is(counts.at(-1), rowsOf('feedback'));
    t.is(sumOf(await ask('sessions_by_month'), 'sessions'), rowsOf('sessions'));
  });

  test('patients leave where the simulation has them leave', async (t) => {
    const byForm = await ask('drop_off_by_form');
    const stopped = await one(
      'SELECT count(*) FROM sessions WHERE NOT is_finalized AND open_question IS NOT NULL',
    );
    t.is(sumOf(byForm, 'sessions_left'), stopped);
    t.true(byForm.filter((row) => Number(row.put) >= ENOUGH).length > 2);
    for (const { answer_type: type, put, share_left: share } of byForm.filter(
      (row) => Number(row.put) >= ENOUGH,
    )) {
      const form = type as keyof typeof LEAVES;
      // Four standard errors; some sessions that end at their first question end at one of this form.
      const error = 4 * Math.sqrt((LEAVES[form] * (1 - LEAVES[form])) / Number(put));
      t.true(Number(share) > LEAVES[form] - error, `${form}: ${share}`);
      t.true(Number(share) < LEAVES[form] + error + LEAVES_AT_FIRST, `${form}: ${share}`);
    }
    const [first, second] = await ask('drop_off_by_place');
    t.true(Number(first?.share_left) > 2 * Number(second?.share_left));
  });

  test('patients take as long as the simulation has them take', async (t) => {
    const medians = await year.rows(`
    SELECT answer_type, median(seconds_waited) AS seconds FROM session_steps s JOIN questions q ON q.code = s.question
    WHERE kind = 'answered' GROUP BY ALL HAVING count(*) >= ${ENOUGH}`);
    t.true(medians.length > 2);
    for (const { answer_type: type, seconds: median } of medians) {
      const form = type as keyof typeof SECONDS;
      const seconds = Number(median);
      t.true(Math.abs(seconds / SECONDS[form] - 1) < 0.3, `${form}: ${seconds}`);
    }
  });

  test('changes of level add up, and none leads to where it began', async (t) => {
    const changes = await ask('level_changes');
    t.is(sumOf(changes, 'changes'), rowsOf('triage_changes'));
    t.true(changes.every(({ from_level: from, to_level: to }) => from !== to));
    t.is(sumOf(await ask('when_red_flags_show'), 'flags'), rowsOf('red_flags'));
  });

  test('groups are compared whole', async (t) => {
    const told = await one(
      'SELECT count(*) FROM sessions WHERE triage_level IS NOT NULL AND complaint IS NOT NULL',
    );
    for (const name of ['levels_by_sex', 'levels_by_age_band', 'levels_by_language']) {
      t.is(sumOf(await ask(name), 'sessions'), told, name);
    }
  });

  test('two engines concluded, the newer one from the change on', async (t) => {
    const [older, newer, ...others] = await ask('agreement_by_engine');
    t.deepEqual(others, []);
    t.true(String(older?.first_day) < ENGINE_CHANGE && String(newer?.first_day) >= ENGINE_CHANGE);
    for (const row of [older, newer]) {
      const sum = Number(row?.share_correct) + Number(row?.share_partially) + Number(row?.share_incorrect);
      t.true(Math.abs(sum - 1) < 0.002);
    }
    const moved = await ask('what_the_last_engine_moved');
    t.true(Math.abs(sumOf(moved, 'share_before') - 1) < 0.004);
    t.true(Math.abs(sumOf(moved, 'share_after') - 1) < 0.004);
  });

  test('the day of the outage is the worst one, for one endpoint', async (t) => {
    const [worst, next] = await ask('worst_delivery_days');
    t.is(worst?.day, OUTAGE.from.slice(0, 10));
    t.true(Number(worst?.given_up) > 0 && Number(next?.given_up) === 0);
    t.is(sumOf(await ask('delivery_service_level'), 'deliveries'), rowsOf('deliveries'));
  });

  test('the worst hour is one of the two bad ones', async (t) => {
    const [worst] = await ask('worst_hours');
    t.regex(String(worst?.hour), /^2025-06-12 1[01]:00/);
  });

  test('tokens add up to the balance, which the forecast begins with', async (t) => {
    const charged = -(await one("SELECT sum(tokens) FROM token_ledger WHERE kind = 'charge'"));
    t.is(sumOf(await ask('tokens_by_month'), 'tokens'), charged);
    const balance = await one('SELECT sum(tokens) FROM token_ledger');
    const [forecast] = await ask('token_forecast');
    t.is(forecast?.balance, balance);
    t.is((await ask('balance_by_day')).at(-1)?.balance, balance);
    t.true(String(forecast?.ends_on) > String(forecast?.as_of));
  });

  test('whoever was erased is in no dataset of sessions, and in the trail', async (t) => {
    t.is(
      sumOf(await ask('erasures_by_month'), 'on_request') +
        sumOf(await ask('erasures_by_month'), 'kept_long_enough'),
      rowsOf('erasures'),
    );
    t.is(await one('SELECT count(*) FROM erasures JOIN sessions ON session = subject'), 0);
    const created = await one("SELECT count(*) FROM audit_events WHERE action = 'session.created'");
    t.is(created, rowsOf('sessions') + rowsOf('erasures'));
    t.is(created, sessions);
  });

  test('a DuckDB file has the datasets, the answers and their SQL', async (t) => {
    const file = path.join(root, 'facts.duckdb');
    const written = await writeDuckFile({ folder: year.folder, statement: year.statement }, file);
    t.deepEqual(written, { views: datasets.length, questions: questions.length });
    const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const funnel = await connection.runAndReadAll('SELECT sessions FROM answers.funnel');
    t.is(Number(funnel.getRows()[0]?.[0]), rowsOf('sessions'));
    const saved = await connection.runAndReadAll("SELECT sql FROM saved_queries WHERE name = 'funnel'");
    t.is(saved.getRows()[0]?.[0], questions[0]?.sql.trim());
    connection.closeSync();
    instance.closeSync();
    await t.throwsAsync(writeDuckFile({ folder: year.folder, statement: year.statement }, file), {
      message: /is there already$/,
    });
  });
}
