import type { Sex } from '../../types.ts';
import { words } from '../language/word-list.ts';

/** Nouns and adjectives that tell a sex, folded. Beside an age they describe its owner. */
export const SEX_WORDS: ReadonlyMap<string, Sex> = new Map([
  ...sexed('male', 'man male gentleman boy muz muze muzi chlapec chlapce pan pana pacient pacienta'),
  ...sexed(
    'female',
    'woman female lady girl zena zeny zene zenu divka divky pani pacientka pacientky pacientku',
  ),
]);

function sexed(sex: Sex, list: string): [string, Sex][] {
  return words(list).map((word) => [word, sex]);
}
