import type { components } from '../../../../../client/client.ts';

type Usage = components['schemas']['Usage'];
type Added = {
  /** Each day of the period (UTC), oldest first, and its tokens. */
  days: string[];
  tokens: number[];
  actions: { action: string; count: number; charged: number }[];
};

const DAY_MS = 86_400_000;

/** What the records say of each day, those without calls included, and of each action. */
export function addUp(usage: Usage | undefined): Added {
  if (usage === undefined) return { days: [], tokens: [], actions: [] };
  const ofDay = new Map<string, number>();
  const ofAction = new Map<string, { count: number; charged: number }>();
  for (const { date, action, tokens_charged, count } of usage.records) {
    ofDay.set(date, (ofDay.get(date) ?? 0) + tokens_charged);
    const sum = ofAction.get(action) ?? { count: 0, charged: 0 };
    ofAction.set(action, { count: sum.count + count, charged: sum.charged + tokens_charged });
  }
  const days: string[] = [];
  for (let at = Date.parse(usage.period_start); at <= Date.parse(usage.period_end); at += DAY_MS)
    days.push(new Date(at).toISOString());
  return {
    days,
    tokens: days.map((day) => ofDay.get(day.slice(0, 10)) ?? 0),
    actions: [...ofAction].map(([action, sum]) => ({ action, ...sum })).sort((a, b) => b.charged - a.charged),
  };
}
