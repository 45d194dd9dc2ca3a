import { TextField } from '../../components/field.tsx';
import { textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { words } from './words.ts';

const MAX_LENGTH = 500;

/** Why something is changed, for the audit trail. */
export function ReasonField() {
  const say = useWords(words);
  return (
    <TextField
      label={say('reason')}
      name="reason"
      maxLength={MAX_LENGTH}
      autoComplete="off"
      hint={say('reasonHint')}
    />
  );
}

export const reasonIn = (values: FormData): string | null => textOf(values, 'reason').trim() || null;
