import test from 'ava';
import { forecastOf } from '../../dashboard/src/pages/home/forecast.ts';

const NOW = new Date('2026-03-08T12:00:00.000Z');
const charged = (date: string, tokens_charged: number) => ({
  date,
  action: 'session.answer',
  tokens_charged,
  count: 1,
});
/** The last seven days, today included. */
const usage = (lifetime_used: number, ...records: ReturnType<typeof charged>[]) => ({
  period_start: '2026-03-02T00:00:00.000Z',
  lifetime_used,
  records,
});

test('a balance lasts as long as the charges of the period say, its free days included', (t) => {
  const week = usage(5_000, charged('2026-03-08', 30), charged('2026-03-04', 100));
  t.deepEqual(forecastOf(400, week, NOW), {
    kind: 'ends',
    perDay: 20,
    at: new Date('2026-03-28T12:00:00.000Z'),
  });
});

test('a new tenant is measured from its first charge, but by no less than a day', (t) => {
  const twoDays = usage(50, charged('2026-03-08', 20), charged('2026-03-07', 30), charged('2026-03-06', 0));
  t.like(forecastOf(100, twoDays, NOW), { perDay: 50 / 1.5, at: new Date('2026-03-11T12:00:00.000Z') });
  t.like(forecastOf(100, usage(40, charged('2026-03-08', 40)), NOW), {
    perDay: 40,
    at: new Date('2026-03-11T00:00:00.000Z'),
  });
});

test('nothing is foretold of what nobody uses, of years to come, or of what is used up', (t) => {
  t.deepEqual(forecastOf(100, usage(900), NOW), { kind: 'idle' });
  t.deepEqual(forecastOf(100, usage(900, charged('2026-03-08', 0)), NOW), { kind: 'idle' });
  t.deepEqual(forecastOf(100_000, usage(900, charged('2026-03-08', 65)), NOW), { kind: 'far', perDay: 10 });
  t.is(forecastOf(0, usage(900, charged('2026-03-08', 65)), NOW), null);
  t.is(forecastOf(-5, usage(900), NOW), null);
});
