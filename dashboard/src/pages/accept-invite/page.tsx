import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { answered, ApiFault } from '../../service/faults.ts';
import { useLinkToken } from '../../session/link-token.ts';
import { NewPasswordField } from '../../session/new-password-field.tsx';
import { Panel } from '../../session/panel.tsx';
import { useApi } from '../../session/use-session.tsx';
import { words } from './words.ts';

type Outcome = { kind: 'open' | 'over' | 'taken' } | { kind: 'done'; email: string };

/** Where the link of an invitation leads: `/accept-invite#token=…`. */
export function Page() {
  const say = useWords(words);
  const api = useApi();
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome>({ kind: token === null ? 'over' : 'open' });
  const signIn = (
    <Link to="/login" className={buttonClass({ look: 'primary' })}>
      {say('signIn')}
    </Link>
  );

  const join = async (values: FormData): Promise<void> => {
    const body = {
      token: token ?? '',
      password: textOf(values, 'password'),
      name: textOf(values, 'name').trim(),
    };
    try {
      const { email } = await answered(api.POST('/v1/auth/accept-invite', { body }));
      setOutcome({ kind: 'done', email });
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      if (fault.code === 'conflict') setOutcome({ kind: 'taken' });
      else if (fault.fields.some(({ field }) => field === 'token')) setOutcome({ kind: 'over' });
      else throw fault;
    }
  };

  switch (outcome.kind) {
    case 'done':
      return (
        <Panel title={say('doneTitle')} text={say('doneText', { email: outcome.email })}>
          {signIn}
        </Panel>
      );
    case 'over':
      return <Panel title={say('overTitle')} text={say('overText')} />;
    case 'taken':
      return (
        <Panel title={say('takenTitle')} text={say('takenText')}>
          {signIn}
        </Panel>
      );
    case 'open':
      return (
        <Panel title={say('title')} text={say('text')}>
          <Form onSend={join}>
            <TextField
              label={say('name')}
              name="name"
              maxLength={100}
              autoFocus
              autoComplete="name"
              hint={say('nameHint')}
            />
            <NewPasswordField label={say('password')} name="password" />
            <Submit>{say('join')}</Submit>
          </Form>
        </Panel>
      );
  }
}
