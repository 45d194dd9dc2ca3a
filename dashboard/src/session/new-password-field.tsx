import { TextField } from '../components/field.tsx';
import { useWords } from '../i18n/language.tsx';
import { words } from './words/words.ts';

type Props = { label: string; name: 'password' | 'new_password'; autoFocus?: boolean };

/** Where somebody chooses a password: as long as the service wants it. */
export function NewPasswordField(props: Props) {
  const say = useWords(words);
  return (
    <TextField
      {...props}
      type="password"
      required
      minLength={12}
      autoComplete="new-password"
      hint={say('newPasswordHint')}
    />
  );
}
