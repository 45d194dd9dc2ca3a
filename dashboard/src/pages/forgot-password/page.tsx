import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { answered } from '../../service/faults.ts';
import { Panel } from '../../session/panel.tsx';
import { useApi } from '../../session/use-session.tsx';
import { words } from './words.ts';

/** Asks for a link to a new password. The answer does not tell whether the address has an account. */
export function Page() {
  const say = useWords(words);
  const api = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async (values: FormData): Promise<void> => {
    const email = textOf(values, 'email').trim();
    await answered(api.POST('/v1/auth/forgot-password', { body: { email } }));
    setSentTo(email);
  };
  const back = <Link to="/login">{say('signIn')}</Link>;
  if (sentTo !== null)
    return <Panel title={say('sentTitle')} text={say('sentText', { email: sentTo })} foot={back} />;
  return (
    <Panel title={say('title')} text={say('text')} foot={back}>
      <Form onSend={ask}>
        <TextField
          label={say('email')}
          name="email"
          type="email"
          required
          autoFocus
          autoComplete="username"
        />
        <Submit>{say('send')}</Submit>
      </Form>
    </Panel>
  );
}
