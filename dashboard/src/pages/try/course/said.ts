import { useFormat, useLanguage, useWords } from '../../../i18n/language.tsx';
import { textIn } from '../patient/language.tsx';
import type { Step } from '../steps.ts';
import { words } from '../words.ts';

/** An answer that was pressed and not typed, in words; null where there is none. */
export function useSaid(): (step: Step) => string | null {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  return ({ question, fields, isSkipped }) => {
    if (isSkipped) return say('skipped');
    if (question === null || !(question.question_id in fields)) return null;
    const value = fields[question.question_id];
    if (value === true) return say('yes');
    if (value === false) return say('no');
    if (typeof value === 'number') {
      const number = format.number(value);
      return question.unit === null ? number : `${number} ${question.unit}`;
    }
    const choice = question.choices.find(({ code }) => code === value);
    return choice ? textIn(language, choice) : say('dontKnow');
  };
}
