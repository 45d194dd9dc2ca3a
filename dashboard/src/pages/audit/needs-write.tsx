import { Callout } from '../../components/callout.tsx';
import { useWords } from '../../i18n/language.tsx';
import { words } from './words.ts';

/** In the place of what only owners and admins may take out of the service. */
export function NeedsWrite() {
  const say = useWords(words);
  return <Callout>{say('needsWrite')}</Callout>;
}
