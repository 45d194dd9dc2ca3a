import type { Chapter } from './question.ts';

export const interviews: Chapter = {
  title: 'Interviews: how far they come, and where patients give up',
  questions: [
    {
      name: 'funnel',
      asks: 'How far do sessions come?',
      sql: `
SELECT stage, sessions, round(sessions / max(sessions) OVER (), 3) AS share
FROM (
  UNPIVOT (
    SELECT
      count(*) AS opened,
      count(*) FILTER (WHERE questions_asked > 0) AS answered_one,
      count(*) FILTER (WHERE open_question IS NULL) AS no_question_left,
      count(*) FILTER (WHERE is_finalized) AS finalized,
      count(*) FILTER (WHERE accuracy IS NOT NULL) AS with_feedback
    FROM sessions
  ) ON COLUMNS(*) INTO NAME stage VALUE sessions
)
ORDER BY sessions DESC`,
      reading:
        'Each stage holds the one after it. The step with the largest fall is where to look first. A session that goes on ' +
        'while the extract is made counts as one that has stopped.',
      chart: { kind: 'bars', label: 'stage', value: 'sessions' },
    },
    {
      name: 'sessions_by_month',
      asks: 'How many sessions are there each month, and how many are finalized?',
      sql: `
SELECT
  date_trunc('month', day)::DATE AS month,
  count(*) AS sessions,
  count(*) FILTER (WHERE is_finalized) AS finalized,
  round(avg(is_finalized::INT), 3) AS share_finalized
FROM sessions
GROUP BY ALL
ORDER BY month`,
      reading: 'The first and the last month may be cut short. Sessions that were erased since are in none.',
      chart: { kind: 'lines', x: 'month', value: 'sessions' },
    },
    {
      name: 'drop_off_by_question',
      asks: 'At which questions do patients give up?',
      sql: `
WITH answered AS (
  SELECT question, count(*) AS answers
  FROM session_steps
  WHERE kind = 'answered' AND question IS NOT NULL
  GROUP BY ALL
), stopped AS (
  SELECT open_question AS question, count(*) AS sessions_left
  FROM sessions
  WHERE NOT is_finalized AND open_question IS NOT NULL
  GROUP BY ALL
)
SELECT
  question,
  q.text,
  coalesce(answers, 0) + coalesce(sessions_left, 0) AS put,
  coalesce(sessions_left, 0) AS sessions_left,
  round(coalesce(sessions_left, 0) / put, 3) AS share_left
FROM answered FULL JOIN stopped USING (question) LEFT JOIN questions q ON q.code = question
WHERE put >= 30
ORDER BY share_left DESC, put DESC, question
LIMIT 25`,
      reading:
        '`put`: how often the question waited for an answer. `share_left`: how often the session ended there. Questions that ' +
        'were put fewer than 30 times are left out: chance would rank them first.',
      chart: { kind: 'bars', label: 'question', value: 'share_left', percent: true },
    },
    {
      name: 'drop_off_by_form',
      asks: 'Which form of question costs patients?',
      sql: `
WITH put AS (
  SELECT question, false AS is_left FROM session_steps WHERE kind = 'answered' AND question IS NOT NULL
  UNION ALL
  SELECT open_question, true FROM sessions WHERE NOT is_finalized AND open_question IS NOT NULL
)
SELECT
  answer_type,
  count(*) AS put,
  count(*) FILTER (WHERE is_left) AS sessions_left,
  round(avg(is_left::INT), 3) AS share_left
FROM put JOIN questions q ON q.code = put.question
GROUP BY ALL
ORDER BY share_left DESC, answer_type`,
      reading:
        'The same by the form of the answer. Where a form stands out, the way the software asks for it is to blame.',
      chart: { kind: 'bars', label: 'answer_type', value: 'share_left', percent: true },
    },
    {
      name: 'drop_off_by_place',
      asks: 'After how many questions do patients give up?',
      sql: `
WITH ends AS (
  SELECT questions_asked, NOT is_finalized AND open_question IS NOT NULL AS is_left FROM sessions
), places AS (
  SELECT unnest(range(1, 21))::INT AS place
)
SELECT
  place,
  count(*) AS put,
  count(*) FILTER (WHERE is_left AND questions_asked = place - 1) AS sessions_left,
  round(sessions_left / put, 3) AS share_left
FROM places JOIN ends ON questions_asked >= place OR (is_left AND questions_asked = place - 1)
GROUP BY ALL
ORDER BY place`,
      reading:
        '`place` 1 is the first question. A rising line says that interviews are too long; a high first point says that many ' +
        'open a session and never begin.',
      chart: { kind: 'lines', x: 'place', value: 'share_left', percent: true },
    },
    {
      name: 'time_by_question',
      asks: 'How long do patients take for each question?',
      sql: `
SELECT
  question,
  q.text,
  q.answer_type,
  count(*) AS answers,
  median(seconds_waited)::INT AS median_seconds,
  quantile_cont(seconds_waited, 0.9)::INT AS p90_seconds
FROM session_steps s JOIN questions q ON q.code = s.question
WHERE kind = 'answered' AND NOT is_skipped
GROUP BY ALL
HAVING count(*) >= 30
ORDER BY median_seconds DESC, question
LIMIT 25`,
      reading:
        'From the moment the question was put to its answer, so it includes the way to and from the software. Medians, ' +
        'since some people come back the next day.',
      chart: { kind: 'bars', label: 'question', value: 'median_seconds' },
    },
    {
      name: 'skipped_questions',
      asks: 'Which questions are skipped, or answered without telling anything?',
      sql: `
SELECT
  question,
  q.text,
  count(*) AS put,
  round(avg(is_skipped::INT), 3) AS share_skipped,
  round(avg(coalesce(is_unclear AND NOT is_skipped, false)::INT), 3) AS share_unclear
FROM session_steps s JOIN questions q ON q.code = s.question
WHERE kind = 'answered'
GROUP BY ALL
HAVING count(*) >= 30
ORDER BY share_skipped + share_unclear DESC, put DESC, question
LIMIT 25`,
      reading:
        'A skipped question costs no tokens and tells nothing. An unclear answer makes the engine ask once more.',
      chart: { kind: 'bars', label: 'question', value: 'share_skipped', percent: true },
    },
    {
      name: 'length_by_complaint',
      asks: 'How long are interviews, by complaint?',
      sql: `
SELECT
  complaint,
  c.name,
  count(*) AS finalized,
  median(questions_asked) AS median_questions,
  round(median(seconds_to_finalize) / 60, 1) AS median_minutes
FROM sessions s JOIN complaints c ON c.code = s.complaint
WHERE is_finalized
GROUP BY ALL
HAVING count(*) >= 20
ORDER BY median_minutes DESC, complaint
LIMIT 25`,
      reading: 'Finalized sessions only: of the others nobody knows how long they would have been.',
      chart: { kind: 'bars', label: 'complaint', value: 'median_minutes' },
    },
    {
      name: 'how_findings_come',
      asks: 'What do patients tell by themselves, and what only when they are asked?',
      sql: `
SELECT origin, status, count(*) AS findings, round(count(*) / sum(count(*)) OVER (), 3) AS share
FROM findings
GROUP BY ALL
ORDER BY findings DESC, origin, status`,
      reading:
        'A large share of `told` says that free text does the work; `asked` and `absent` are questions that ruled something ' +
        'out.',
      chart: { kind: 'bars', label: 'origin', value: 'findings', series: 'status' },
    },
  ],
};
