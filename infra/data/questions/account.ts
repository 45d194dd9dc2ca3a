import type { Chapter } from './question.ts';

export const account: Chapter = {
  title: 'The account: deliveries, calls, tokens and erasures',
  questions: [
    {
      name: 'delivery_service_level',
      asks: 'Is the dispatcher keeping its promise?',
      sql: `
SELECT
  date_trunc('month', day)::DATE AS month,
  count(*) AS deliveries,
  round(quantile_cont(seconds_to_deliver, 0.5), 2) AS p50_seconds,
  round(quantile_cont(seconds_to_deliver, 0.95), 2) AS p95_seconds,
  round(quantile_cont(seconds_to_deliver, 0.99), 2) AS p99_seconds,
  round(avg(coalesce(seconds_to_deliver <= 60, false)::INT), 4) AS share_within_60_s,
  count(*) FILTER (WHERE outcome = 'given_up') AS given_up
FROM deliveries
GROUP BY ALL
ORDER BY month`,
      reading:
        'Seconds from the event to the answer of the endpoint, retries included: a slow endpoint counts as much as a slow ' +
        'dispatcher. Those that were given up count as late. Deliveries under way are in no extract.',
      chart: { kind: 'lines', x: 'month', value: 'share_within_60_s', percent: true },
    },
    {
      name: 'worst_delivery_days',
      asks: 'On which days, and to which endpoint, were deliveries late?',
      sql: `
SELECT
  day,
  endpoint,
  count(*) AS deliveries,
  count(*) FILTER (WHERE attempts > 1) AS retried,
  count(*) FILTER (WHERE outcome = 'given_up') AS given_up,
  round(avg(coalesce(seconds_to_deliver <= 60, false)::INT), 3) AS share_within_60_s
FROM deliveries
GROUP BY ALL
ORDER BY share_within_60_s, deliveries DESC, day, endpoint
LIMIT 10`,
      reading:
        'A day with one endpoint at the top is an outage of that endpoint. Ask for its given-up deliveries again.',
    },
    {
      name: 'calls_by_route',
      asks: 'Which calls are made, and which fail?',
      sql: `
SELECT route, sum(calls)::BIGINT AS calls, sum(errors)::BIGINT AS errors, round(sum(errors) / sum(calls), 4) AS share_failed
FROM api_calls
GROUP BY ALL
ORDER BY calls DESC, route`,
      reading: 'Failed: status 400 and above, so mistakes of the caller count as well.',
      chart: { kind: 'bars', label: 'route', value: 'calls' },
    },
    {
      name: 'worst_hours',
      asks: 'In which hours did calls fail?',
      sql: `
SELECT hour, sum(calls)::BIGINT AS calls, sum(errors)::BIGINT AS errors, round(sum(errors) / sum(calls), 3) AS share_failed
FROM api_calls
GROUP BY ALL
HAVING sum(calls) >= 20
ORDER BY share_failed DESC, hour
LIMIT 10`,
      reading: 'Hours (UTC) with 20 calls and more. Several in a row are an incident.',
    },
    {
      name: 'calls_by_hour_of_day',
      asks: 'When are calls made, and when do they fail?',
      sql: `
SELECT
  hour(hour AT TIME ZONE 'UTC')::INT AS hour_of_day,
  sum(calls)::BIGINT AS calls,
  round(sum(errors) / sum(calls), 4) AS share_failed
FROM api_calls
GROUP BY ALL
ORDER BY hour_of_day`,
      reading:
        'Hours of UTC, over all days. Failures that rise with the load say something else than those that do not.',
      chart: { kind: 'lines', x: 'hour_of_day', value: 'calls' },
    },
    {
      name: 'tokens_by_month',
      asks: 'What are tokens spent on?',
      sql: `
SELECT date_trunc('month', day)::DATE AS month, call, -sum(tokens)::BIGINT AS tokens, count(*) AS charges
FROM token_ledger
WHERE kind = 'charge'
GROUP BY ALL
ORDER BY month, call`,
      reading: 'Charges by call of the price list. Skipped answers cost nothing and are in no row.',
      chart: { kind: 'lines', x: 'month', value: 'tokens', series: 'call' },
    },
    {
      name: 'token_forecast',
      asks: 'When will the balance end?',
      sql: `
WITH days AS (
  SELECT
    day,
    sum(tokens) AS change,
    -coalesce(sum(tokens) FILTER (WHERE kind = 'charge'), 0) AS charged,
    max(day) OVER () AS last_day
  FROM token_ledger
  GROUP BY day
), totals AS (
  SELECT
    any_value(last_day) AS as_of,
    sum(change)::BIGINT AS balance,
    round(coalesce(sum(charged) FILTER (WHERE day > last_day - 28), 0) / 28)::BIGINT AS tokens_a_day
  FROM days
)
SELECT
  as_of,
  balance,
  tokens_a_day,
  CASE WHEN tokens_a_day > 0 THEN floor(balance / tokens_a_day)::INT END AS days_left,
  as_of + days_left AS ends_on
FROM totals`,
      reading:
        'The balance is the sum of the ledger. The forecast takes the last 28 days, four whole weeks, as what goes on: it ' +
        'knows neither seasons nor growth.',
    },
    {
      name: 'balance_by_day',
      asks: 'How did the balance go?',
      sql: `
SELECT day, sum(sum(tokens)) OVER (ORDER BY day)::BIGINT AS balance
FROM token_ledger
GROUP BY day
ORDER BY day`,
      reading:
        'Steps up are grants. An extract of some datasets or days only has no whole ledger, and so no balance.',
      chart: { kind: 'lines', x: 'day', value: 'balance' },
    },
    {
      name: 'erasures_by_month',
      asks: 'How much is erased, and how old is it by then?',
      sql: `
WITH created AS (
  SELECT subject, min(a.at) AS created_at FROM audit_events a WHERE action = 'session.created' GROUP BY ALL
)
SELECT
  date_trunc('month', day)::DATE AS month,
  count(*) FILTER (WHERE NOT is_pruned) AS on_request,
  count(*) FILTER (WHERE is_pruned) AS kept_long_enough,
  median(date_diff('day', created_at, e.at)) FILTER (WHERE NOT is_pruned) AS median_days_on_request,
  median(date_diff('day', created_at, e.at)) FILTER (WHERE is_pruned) AS median_days_kept
FROM erasures e LEFT JOIN created USING (subject)
GROUP BY ALL
ORDER BY month`,
      reading:
        'Days from the session’s creation, as the audit trail has it, to its erasure. How fast a request was granted is not ' +
        'in the data: the service erases within the call that asks for it.',
      chart: { kind: 'lines', x: 'month', value: 'on_request' },
    },
    {
      name: 'who_does_what',
      asks: 'Who does what?',
      sql: `
SELECT action, actor_type, count(*) AS entries, count(DISTINCT actor) AS actors, sum(reads)::BIGINT AS reads
FROM audit_events
GROUP BY ALL
ORDER BY entries DESC, action, actor_type
LIMIT 25`,
      reading:
        'Actors are pseudonyms: keys, members, operators and parts of the service. Rows that surprise are worth a question.',
    },
  ],
};
