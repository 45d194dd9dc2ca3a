import { LEVELS, type Chapter } from './question.ts';

export const people: Chapter = {
  title: 'People: when they come, with what, and how often',
  questions: [
    {
      name: 'seasonal_complaints',
      asks: 'Which complaints have a season?',
      sql: `
WITH monthly AS (
  SELECT complaint, month(day) AS month, count(*) AS sessions
  FROM sessions
  WHERE complaint IS NOT NULL
  GROUP BY ALL
), shares AS (
  SELECT complaint, month, sessions, sessions / sum(sessions) OVER (PARTITION BY month) AS share
  FROM monthly
), strongest AS (
  SELECT complaint, stddev(share) / avg(share) AS spread
  FROM shares
  GROUP BY ALL
  HAVING sum(sessions) >= 100 AND count(*) >= 6
  ORDER BY spread DESC, complaint
  LIMIT 10
)
SELECT complaint, month, sessions, round(share / avg(share) OVER (PARTITION BY complaint), 2) AS times_usual
FROM shares JOIN strongest USING (complaint)
ORDER BY spread DESC, complaint, month`,
      reading:
        '`times_usual`: its share of the month’s sessions over its mean share, so that growth of the service is no season. ' +
        'The ten complaints that vary most, of those with 100 sessions and more.',
      chart: { kind: 'grid', x: 'month', y: 'complaint', value: 'times_usual' },
    },
    {
      name: 'when_people_come',
      asks: 'When do people come?',
      sql: `
SELECT isodow(opened_at AT TIME ZONE 'UTC')::INT AS weekday, hour(opened_at AT TIME ZONE 'UTC')::INT AS hour, count(*) AS sessions
FROM sessions
GROUP BY ALL
ORDER BY weekday, hour`,
      reading: 'Weekday 1 is Monday; hours are of UTC.',
      chart: { kind: 'grid', x: 'hour', y: 'weekday', value: 'sessions' },
    },
    {
      name: 'sessions_a_patient',
      asks: 'How often does a patient come?',
      sql: `
WITH patients AS (
  SELECT patient, count(*) AS sessions FROM sessions WHERE patient IS NOT NULL GROUP BY ALL
)
SELECT
  CASE WHEN sessions >= 10 THEN '10 and more' ELSE sessions::VARCHAR END AS sessions_each,
  count(*) AS patients,
  round(count(*) / sum(count(*)) OVER (), 3) AS share
FROM patients
GROUP BY ALL
ORDER BY min(sessions)`,
      reading:
        'Patients with a profile only: without one nobody can tell that two sessions are of the same person.',
      chart: { kind: 'bars', label: 'sessions_each', value: 'patients' },
    },
    {
      name: 'came_back',
      asks: 'Who comes back within a week, by the level of the session before?',
      sql: `
WITH visits AS (
  SELECT triage_level, opened_at, lead(opened_at) OVER (PARTITION BY patient ORDER BY opened_at) AS next_at
  FROM sessions
  WHERE patient IS NOT NULL AND is_finalized AND triage_level IS NOT NULL
)
SELECT
  triage_level,
  count(*) AS sessions,
  round(avg((next_at IS NOT NULL AND next_at <= opened_at + INTERVAL 7 DAY)::INT), 3) AS share_back
FROM visits
GROUP BY triage_level
ORDER BY list_position(${LEVELS}, triage_level)`,
      reading:
        'A level after which many come back was too low, or its advice unclear. Patients with a profile only.',
      chart: { kind: 'bars', label: 'triage_level', value: 'share_back', percent: true },
    },
  ],
};
