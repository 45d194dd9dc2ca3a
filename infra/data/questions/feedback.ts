import { LEVELS, type Chapter } from './question.ts';

export const feedback: Chapter = {
  title: 'Feedback and engine versions: how right it is, and what a change moved',
  questions: [
    {
      name: 'agreement_by_engine',
      asks: 'How often is the first diagnosis right, by engine version?',
      sql: `
SELECT
  engine_version,
  min(day) AS first_day,
  count(*) AS with_feedback,
  round(avg((accuracy = 'correct')::INT), 3) AS share_correct,
  round(avg((accuracy = 'partially_correct')::INT), 3) AS share_partially,
  round(avg((accuracy = 'incorrect')::INT), 3) AS share_incorrect,
  round(1.96 * sqrt(share_correct * (1 - share_correct) / with_feedback), 3) AS plus_minus
FROM sessions
WHERE accuracy IN ('correct', 'partially_correct', 'incorrect')
GROUP BY ALL
ORDER BY first_day`,
      reading:
        '`plus_minus`: half of the 95 % interval of `share_correct`; a smaller difference between versions may be chance. ' +
        'Clinics choose what they give feedback on, so compare versions and do not take a share for accuracy.',
      chart: { kind: 'bars', label: 'engine_version', value: 'share_correct', percent: true },
    },
    {
      name: 'what_the_last_engine_moved',
      asks: 'What did the last change of the engine move?',
      sql: `
WITH versions AS (
  SELECT engine_version, row_number() OVER (ORDER BY min(day) DESC, engine_version) AS age
  FROM sessions
  WHERE engine_version IS NOT NULL
  GROUP BY engine_version
  QUALIFY age <= 2
), counts AS (
  SELECT age, complaint, triage_level, count(*) AS n
  FROM sessions JOIN versions USING (engine_version)
  WHERE complaint IS NOT NULL AND triage_level IS NOT NULL
  GROUP BY ALL
), both_have AS (
  SELECT complaint, sum(n) FILTER (WHERE age = 1) AS weight
  FROM counts
  GROUP BY ALL
  HAVING count(DISTINCT age) = 2
), shares AS (
  SELECT age, triage_level, n / sum(n) OVER (PARTITION BY age, complaint) * weight / (SELECT sum(weight) FROM both_have) AS share
  FROM counts JOIN both_have USING (complaint)
)
SELECT
  triage_level,
  round(coalesce(sum(share) FILTER (WHERE age = 2), 0), 3) AS share_before,
  round(coalesce(sum(share) FILTER (WHERE age = 1), 0), 3) AS share_after,
  round(share_after - share_before, 3) AS moved
FROM shares
GROUP BY triage_level
ORDER BY list_position(${LEVELS}, triage_level)`,
      reading:
        'Shares of the levels under the last two engines, with the complaints of the newer one in both, so that the season ' +
        'does not count as a change. Complaints that only one of them had are left out.',
      chart: { kind: 'bars', label: 'triage_level', value: 'moved', percent: true },
    },
    {
      name: 'complaints_that_moved',
      asks: 'In which complaints did the last change of the engine move levels most?',
      sql: `
WITH versions AS (
  SELECT engine_version, row_number() OVER (ORDER BY min(day) DESC, engine_version) AS age
  FROM sessions
  WHERE engine_version IS NOT NULL
  GROUP BY engine_version
  QUALIFY age <= 2
)
SELECT
  complaint,
  count(*) FILTER (WHERE age = 2) AS sessions_before,
  count(*) FILTER (WHERE age = 1) AS sessions_after,
  round(avg((list_position(${LEVELS}, triage_level) <= 3)::INT) FILTER (WHERE age = 2), 3) AS share_urgent_before,
  round(avg((list_position(${LEVELS}, triage_level) <= 3)::INT) FILTER (WHERE age = 1), 3) AS share_urgent_after,
  round(share_urgent_after - share_urgent_before, 3) AS moved
FROM sessions JOIN versions USING (engine_version)
WHERE complaint IS NOT NULL AND triage_level IS NOT NULL
GROUP BY ALL
HAVING sessions_before >= 20 AND sessions_after >= 20
ORDER BY abs(moved) DESC, complaint
LIMIT 20`,
      reading:
        'Share of level urgent and above, before and after. Begin with these complaints when you review a new engine.',
      chart: { kind: 'bars', label: 'complaint', value: 'moved', percent: true },
    },
    {
      name: 'calibration',
      asks: 'When the engine says 70 %, is it right in 70 %?',
      sql: `
SELECT
  floor(least(primary_probability, 0.999) * 10) / 10 AS probability_from,
  count(*) AS with_feedback,
  round(avg(primary_probability), 3) AS said,
  round(avg((accuracy = 'correct')::INT), 3) AS was_right
FROM sessions
WHERE accuracy IN ('correct', 'partially_correct', 'incorrect') AND primary_probability IS NOT NULL
GROUP BY ALL
ORDER BY probability_from`,
      reading:
        '`said` and `was_right` should rise together. Where `was_right` lies lower, the engine is too sure.',
      chart: { kind: 'lines', x: 'said', value: 'was_right', percent: true },
    },
    {
      name: 'confused_diagnoses',
      asks: 'Which diagnoses are taken for which others?',
      sql: `
SELECT
  left(primary_icd, 3) AS said,
  left(f.actual_icd, 3) AS was,
  any_value(c.name) AS said_name,
  count(*) AS sessions
FROM sessions s JOIN feedback f USING (session) LEFT JOIN conditions c ON c.code = s.primary_condition
WHERE f.actual_icd IS NOT NULL AND left(primary_icd, 3) <> left(f.actual_icd, 3)
GROUP BY ALL
ORDER BY sessions DESC, said, was
LIMIT 20`,
      reading:
        'ICD-10 categories (three characters). The pairs that stand above are those to show to a clinician.',
      chart: { kind: 'bars', label: 'said', value: 'sessions', series: 'was' },
    },
  ],
};
