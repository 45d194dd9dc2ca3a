import { useState } from 'react';
import { TextField } from '../components/field.tsx';
import { Form, Submit, textOf } from '../components/form.tsx';
import { useWords } from '../i18n/language.tsx';
import { answered, ApiFault } from '../service/faults.ts';
import styles from './code-form.module.css';
import { useApi, useSession } from './use-session.tsx';
import { words } from './words/words.ts';

/** Address and password. A trusted browser is signed in by them; any other is told to wait for a code. */
export function PasswordForm({
  email,
  onChallenge,
}: {
  email?: string;
  onChallenge: (challengeId: string) => void;
}) {
  const say = useWords(words);
  const api = useApi();
  const session = useSession();
  const [note, setNote] = useState<string | null>(null);

  const signIn = async (values: FormData): Promise<void> => {
    setNote(null);
    const body = { email: email ?? textOf(values, 'email').trim(), password: textOf(values, 'password') };
    try {
      const answer = await answered(api.POST('/v1/auth/login', { body }));
      if ('challenge_id' in answer) onChallenge(answer.challenge_id);
      else await session.signedIn();
    } catch (fault) {
      if (!(fault instanceof ApiFault) || fault.code !== 'unauthorized') throw fault;
      setNote(say('wrongPassword'));
    }
  };

  return (
    <Form onSend={signIn}>
      {email === undefined ? (
        <TextField
          label={say('email')}
          name="email"
          type="email"
          required
          autoFocus
          autoComplete="username"
        />
      ) : (
        // Shown and unchangeable; password managers look for it.
        <TextField
          label={say('email')}
          name="email"
          type="email"
          required
          readOnly
          value={email}
          autoComplete="username"
        />
      )}
      <TextField
        label={say('password')}
        name="password"
        type="password"
        required
        autoFocus={email !== undefined}
        autoComplete="current-password"
      />
      <p className={styles['note']} role="alert">
        {note}
      </p>
      <div className={styles['buttons']}>
        <Submit>{say('signIn')}</Submit>
      </div>
    </Form>
  );
}
