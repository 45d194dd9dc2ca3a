import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { answered } from '../../service/faults.ts';
import { readMailbox } from '../../service/mailbox.ts';
import { CodeForm } from '../../session/code-form.tsx';
import { NewPasswordField } from '../../session/new-password-field.tsx';
import { Panel } from '../../session/panel.tsx';
import { useApi, useSessionState } from '../../session/use-session.tsx';
import { words } from './words.ts';

type Registered = { challengeId: string; email: string };

/** A new team with its owner: address and password, then the code of the mail. */
export function Page() {
  const navigate = useNavigate();
  const { status } = useSessionState();
  const [registered, setRegistered] = useState<Registered | null>(null);
  useEffect(() => {
    if (status === 'signed_in') void navigate({ to: '/', replace: true });
  }, [navigate, status]);
  return registered === null ? (
    <RegisterForm onRegistered={setRegistered} />
  ) : (
    <Verify registered={registered} onOver={() => void navigate({ to: '/login' })} />
  );
}

function RegisterForm({ onRegistered }: { onRegistered: (registered: Registered) => void }) {
  const say = useWords(words);
  const api = useApi();
  const register = async (values: FormData): Promise<void> => {
    const email = textOf(values, 'email').trim();
    const answer = await answered(
      api.POST('/v1/auth/register', {
        body: {
          email,
          password: textOf(values, 'password'),
          name: textOf(values, 'name').trim(),
          company: textOf(values, 'company').trim(),
        },
      }),
    );
    onRegistered({ challengeId: answer.challenge_id, email });
  };
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      foot={
        <>
          {say('hasAccount')} <Link to="/login">{say('signIn')}</Link>
        </>
      }
    >
      <Form onSend={register}>
        <TextField
          label={say('company')}
          name="company"
          required
          maxLength={100}
          autoFocus
          autoComplete="organization"
          hint={say('companyHint')}
        />
        <TextField label={say('name')} name="name" maxLength={100} autoComplete="name" />
        <TextField
          label={say('email')}
          name="email"
          type="email"
          required
          maxLength={200}
          autoComplete="username"
        />
        <NewPasswordField label={say('password')} name="password" />
        <Submit>{say('register')}</Submit>
      </Form>
    </Panel>
  );
}

function Verify({ registered, onOver }: { registered: Registered; onOver: () => void }) {
  const say = useWords(words);
  const mailbox = useQuery({ queryKey: ['mailbox'], queryFn: readMailbox });
  return (
    <Panel
      title={say('codeTitle')}
      text={say('codeText', { email: registered.email })}
      {...(mailbox.data && {
        foot: (
          <>
            {say('mailbox')}{' '}
            <a href="/mailbox" target="_blank">
              {say('openMailbox')}
            </a>
          </>
        ),
      })}
    >
      <CodeForm challengeId={registered.challengeId} onOver={onOver} />
    </Panel>
  );
}
