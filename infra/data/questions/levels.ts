import { LEVELS, type Chapter, type Question } from './question.ts';

/** Levels of groups, as they are and as they would be if all groups came with the same complaints. */
const fairnessBy = (column: string, group: string, order: string): Question => ({
  name: `levels_by_${column}`,
  asks: `Are levels fair: how urgent are sessions by ${group}?`,
  sql: `
WITH told AS (
  SELECT ${column}, complaint, list_position(${LEVELS}, triage_level) <= 3 AS is_urgent
  FROM sessions
  WHERE triage_level IS NOT NULL AND complaint IS NOT NULL
), mix AS (
  SELECT complaint, count(*) AS weight FROM told GROUP BY ALL
), strata AS (
  SELECT ${column}, complaint, avg(is_urgent::INT) AS share FROM told GROUP BY ALL
), standardised AS (
  SELECT ${column}, sum(share * weight) / sum(weight) AS share
  FROM strata JOIN mix USING (complaint)
  GROUP BY ALL
)
SELECT
  ${column},
  count(*) AS sessions,
  round(avg(is_urgent::INT), 3) AS share_urgent,
  round(any_value(s.share), 3) AS share_urgent_same_complaints
FROM told JOIN standardised s USING (${column})
GROUP BY ${column}
ORDER BY ${order}`,
  reading:
    '`share_urgent`: sessions of level urgent and above. `share_urgent_same_complaints`: the same, if every group came with ' +
    'the complaints of all together (direct standardisation). A difference that stays there asks for a look at what the ' +
    'groups told, and is no proof of unfairness: illness differs as well.',
  chart: { kind: 'bars', label: column, value: 'share_urgent_same_complaints', percent: true },
});

export const levels: Chapter = {
  title: 'Levels: what changes them, and whom they concern',
  questions: [
    {
      name: 'level_changes',
      asks: 'Between which levels do sessions move?',
      sql: `
SELECT
  from_level,
  to_level,
  count(*) AS changes,
  list_position(${LEVELS}, to_level) < list_position(${LEVELS}, from_level) AS is_more_urgent
FROM triage_changes
GROUP BY ALL
ORDER BY changes DESC, from_level, to_level`,
      reading:
        'Most changes should go to more urgent levels as more is told; those down come from answers that rule out.',
      chart: { kind: 'grid', x: 'to_level', y: 'from_level', value: 'changes' },
    },
    {
      name: 'causes_of_level_changes',
      asks: 'What caused the changes of level?',
      sql: `
SELECT
  rule_kind,
  rule,
  coalesce(r.name, c.name, k.name) AS name,
  count(*) AS changes,
  count(DISTINCT session) AS sessions
FROM triage_changes t
  LEFT JOIN rules r ON r.code = t.rule
  LEFT JOIN conditions c ON c.code = t.rule
  LEFT JOIN complaints k ON k.code = t.rule
GROUP BY ALL
ORDER BY changes DESC, rule_kind, rule
LIMIT 25`,
      reading:
        '`rule`: a red-flag rule. `condition`, `risk`: a diagnosis became likely enough. `complaint`: the level that the ' +
        'complaint begins with. `self_care`: enough was ruled out.',
      chart: { kind: 'bars', label: 'rule', value: 'changes' },
    },
    {
      name: 'questions_that_change_levels',
      asks: 'Which questions change the level?',
      sql: `
WITH answered AS (
  SELECT question, count(*) AS answers FROM session_steps WHERE kind = 'answered' AND question IS NOT NULL GROUP BY ALL
), changed AS (
  SELECT
    question,
    count(*) AS changes,
    count(*) FILTER (WHERE list_position(${LEVELS}, to_level) < list_position(${LEVELS}, from_level)) AS more_urgent
  FROM triage_changes
  WHERE question IS NOT NULL
  GROUP BY ALL
)
SELECT question, q.text, answers, changes, more_urgent, round(changes / answers, 3) AS share_changed
FROM changed JOIN answered USING (question) LEFT JOIN questions q ON q.code = question
WHERE answers >= 30
ORDER BY share_changed DESC, answers DESC, question
LIMIT 25`,
      reading:
        'Questions that change the level are those to keep. One that is asked often, takes long and never stands here is ' +
        'one to ask the engine’s authors about.',
      chart: { kind: 'bars', label: 'question', value: 'share_changed', percent: true },
    },
    {
      name: 'red_flags_by_complaint',
      asks: 'Which red flags come with which complaint?',
      sql: `
WITH seen AS (
  SELECT DISTINCT session, flag FROM red_flags
), sizes AS (
  SELECT complaint, count(*) AS sessions_of_complaint FROM sessions WHERE complaint IS NOT NULL GROUP BY ALL
)
SELECT
  complaint,
  flag,
  r.name,
  count(*) AS sessions,
  round(count(*) / any_value(sessions_of_complaint), 3) AS share_of_complaint
FROM seen JOIN sessions s USING (session) JOIN sizes USING (complaint) LEFT JOIN rules r ON r.code = flag
GROUP BY complaint, flag, r.name
ORDER BY sessions DESC, complaint, flag
LIMIT 30`,
      reading: 'Sessions with the flag, and which share of the sessions with that complaint they are.',
      chart: { kind: 'bars', label: 'flag', value: 'sessions', series: 'complaint' },
    },
    {
      name: 'when_red_flags_show',
      asks: 'How early are red flags seen?',
      sql: `
SELECT
  CASE WHEN step = 0 THEN 'at the opening' ELSE 'after ' || kind END AS when_seen,
  count(*) AS flags,
  round(count(*) / sum(count(*)) OVER (), 3) AS share,
  median(questions_asked) AS median_questions_before
FROM red_flags JOIN session_steps USING (session, step)
GROUP BY ALL
ORDER BY flags DESC, when_seen`,
      reading:
        'What is seen at the opening needed no question. Flags after many questions are warnings that came late.',
      chart: { kind: 'bars', label: 'when_seen', value: 'flags' },
    },
    fairnessBy('sex', 'sex', 'sex'),
    fairnessBy(
      'age_band',
      'age',
      "list_position(['0-1', '2-11', '12-17', '18-39', '40-64', '65-79', '80+'], age_band)",
    ),
    fairnessBy('language', 'language', 'language'),
    {
      name: 'rectifications_by_month',
      asks: 'How often are sessions corrected, and what does it change?',
      sql: `
SELECT
  date_trunc('month', r.day)::DATE AS month,
  count(DISTINCT r.session) AS sessions,
  sum(answers_cleared)::INT AS answers_cleared,
  count(*) FILTER (WHERE is_age_changed OR is_sex_changed) AS age_or_sex,
  count(t.session) AS levels_changed
FROM rectifications r LEFT JOIN triage_changes t ON t.session = r.session AND t.step = r.step
GROUP BY ALL
ORDER BY month`,
      reading:
        '`levels_changed`: corrections after which another level stood. Many of them in a month ask for a look at the form.',
      chart: { kind: 'lines', x: 'month', value: 'sessions' },
    },
  ],
};
