import type { Token } from '../language/tokenize.ts';
import type { NumberSpan } from './numbers.ts';
import type { ValueMention } from './vitals.ts';

const PREGNANT = /^(pregnan\w*|gestation\w*|tehotn\w*|tehotenstvi|gravid\w*|tt)$/;
const WEEKS_IN_MONTH = 52 / 12;
const PREGNANCY_WINDOW = 4;

const TERM = 40;
const EARLIEST = 4;
const LATEST = 42;

/** "26/40", as clinicians write the weeks of a pregnancy. */
function ofForty(
  tokens: readonly Token[],
  weeks: NumberSpan,
  term: NumberSpan | undefined,
): ValueMention | null {
  if (term?.value !== TERM || weeks.value < EARLIEST || weeks.value > LATEST) return null;
  const isFraction = term.first === weeks.last + 2 && tokens[weeks.last + 1]?.word === '/';
  return isFraction
    ? { code: 'pregnancy_weeks', value: weeks.value, first: weeks.first, last: term.last, named: true }
    : null;
}

/** "20 weeks pregnant", "ve 20. týdnu těhotenství", "5 months pregnant". Weeks, whole. */
export function readPregnancyWeeks(tokens: readonly Token[], numbers: readonly NumberSpan[]): ValueMention[] {
  return numbers.flatMap((number, index) => {
    const shorthand = ofForty(tokens, number, numbers[index + 1]);
    if (shorthand !== null) return [shorthand];
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
