import { useWords } from '../../../i18n/language.tsx';
import { chargeWords } from '../words.ts';

const ACTIONS = ['session.create', 'session.route', 'session.answer'] as const;

/** What a call of the price list did, in words; one that is newer than the page by its name. */
export function useSayAction(): (action: string) => string {
  const say = useWords(chargeWords);
  return (action) => {
    const known = ACTIONS.find((each) => each === action);
    return known === undefined ? action : say(`action.${known}`);
  };
}
