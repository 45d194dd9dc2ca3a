import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dictionaryOf, withDictionary } from '../../../infra/analytics/dictionary.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { formatted } from '../../../infra/scripts/formatted.ts';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { startFacts } from './facts-world.ts';

/** docs/data/facts.md: its questions are asked, and its dictionary is that of the views. */
const { pool, clinic, team, stop } = await startFacts();
await writeStepRows(pool, { tenantId: clinic, sessions: 3_650, from: '2025-01-01', days: 365, alike: true });
await writeCatalogue(pool, await loadCatalogue());
// Three that were left at the fifth question, and two with feedback.
await pool.query(
  `DELETE FROM read.session_steps WHERE tenant_id = $1 AND position BETWEEN 6300 AND 6329 AND revision > 4`,
  [clinic],
);
await pool.query(
  `UPDATE read.session_steps SET superseded_position = NULL, finalized_at = NULL
   WHERE tenant_id = $1 AND position BETWEEN 6300 AND 6329 AND revision = 4`,
  [clinic],
);
await pool.query(
  `UPDATE read.session_steps SET accuracy = CASE position WHEN 9 THEN 'correct' ELSE 'incorrect' END
   WHERE tenant_id = $1 AND position IN (9, 19, 29)`,
  [clinic],
);
test.after.always(stop);

const pagePath = new URL('../../../docs/data/facts.md', import.meta.url);
const page = readFileSync(pagePath, 'utf8');

const step = (n: number, more: object) => ({
  step: n,
  kind: 'answered',
  question: `q${n}`,
  seconds_waited: 20,
  triage_level: n < 4 ? 'routine' : 'urgent',
  top_icd: 'J18.9',
  ...more,
});
const NO_QUESTION = { question: null, seconds_waited: null };

const ANSWERS: Record<string, unknown[]> = {
  'Sessions of a day by level': [{ triage_level: 'urgent', sessions: 10, questions: 8 }],
  'A session, step by step': [
    step(0, { kind: 'opened', ...NO_QUESTION }),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => step(n, {})),
    step(9, { kind: 'finalized', ...NO_QUESTION }),
  ],
  'Time by question': [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({
    question: `q${n}`,
    answers: n < 5 ? 310 : 307,
    median_seconds: 20,
  })),
  'Where patients stop': [{ open_question: 'q5', sessions: 3 }],
  'What changes the level': [{ from_level: 'routine', to_level: 'urgent', question: 'q4', times: 310 }],
  'Findings of a complaint': [
    { finding: 'has_fever', name: 'Fever', present: 80, told: 80 },
    { finding: 'vomiting', name: 'Vomiting', present: 0, told: 80 },
  ],
  'Agreement with feedback by engine': [
    { engine_version: '1.19.0+0a1b2c3d', accuracy: 'correct', sessions: 1 },
    { engine_version: '1.19.0+0a1b2c3d', accuracy: 'incorrect', sessions: 2 },
  ],
  'Time to deliver webhooks': [{ day: '2026-01-11', deliveries: 1, slowest: 2.5, given_up: 0 }],
  'Tokens left': [{ balance: 50_090, charged: 10 }],
};

const questions = new Map(
  [...page.matchAll(/^### (.+)\n[^#]*?```sql\n([\s\S]*?)```/gm)].map(([, title = '', sql = '']) => [
    title,
    sql,
  ]),
);

test('every question of the page is here', (t) => {
  t.deepEqual([...questions.keys()], Object.keys(ANSWERS));
});

for (const [title, sql] of questions) {
  test.serial(`the page's question is answered: ${title}`, async (t) => {
    t.deepEqual(await team.ask(sql), ANSWERS[title]);
  });
}

test.serial('the dictionary of the page is that of the views', async (t) => {
  const written = await formatted(
    fileURLToPath(pagePath),
    withDictionary(page, await dictionaryOf(pool, 'facts')),
  );
  if (process.env['UPDATE_DICTIONARY'] === '1') writeFileSync(pagePath, written);
  t.is(readFileSync(pagePath, 'utf8'), written);
});
