import type { Token } from '../language/tokenize.ts';
import type { NumberSpan } from './numbers.ts';
import type { ValueMention } from './vitals.ts';

const PREGNANT = /^(pregnan\w*|gestation\w*|tehotn\w*|tehotenstvi|gravid\w*|tt)$/;
const WEEKS_IN_MONTH = 52 / 12;
const PREGNANCY_WINDOW = 4;

/** "20 weeks pregnant", "ve 20. týdnu těhotenství", "5 months pregnant". Weeks, whole. */
export function readPregnancyWeeks(tokens: readonly Token[], numbers: readonly NumberSpan[]): ValueMention[] {
  return numbers.flatMap((number) => {
    const dot = tokens[number.last + 1]?.word === '.' || tokens[number.last + 1]?.word === '+' ? 1 : 0;
    const skipped = tokens[number.last + 1]?.word === '+' ? 2 : dot;
    const unitAt = number.last + 1 + skipped;
    const unit = tokens[unitAt]?.word ?? '';
    const weeks = /^(week\w*|wk|wks|tyd\w*|tt)$/.test(unit);
    const months = /^(month\w*|mesic\w*)$/.test(unit);
    if (!weeks && !months) return [];
    const around = tokens.slice(Math.max(0, number.first - PREGNANCY_WINDOW), unitAt + PREGNANCY_WINDOW);
    if (!around.some((token) => PREGNANT.test(token.word))) return [];
    const value = Math.floor(weeks ? number.value : number.value * WEEKS_IN_MONTH);
    return [{ code: 'pregnancy_weeks', value, first: number.first, last: unitAt, named: true }];
  });
}
