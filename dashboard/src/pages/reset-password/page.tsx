import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import { answered, ApiFault } from '../../service/faults.ts';
import { useLinkToken } from '../../session/link-token.ts';
import { NewPasswordField } from '../../session/new-password-field.tsx';
import { Panel } from '../../session/panel.tsx';
import { useApi } from '../../session/use-session.tsx';
import { words } from './words.ts';

/** Where the link of the mail leads: `/reset-password#token=…`. */
export function Page() {
  const say = useWords(words);
  const api = useApi();
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<'open' | 'done' | 'over'>('open');

  if (token === null || outcome === 'over') {
    return (
      <Panel title={say(token === null ? 'noTokenTitle' : 'overTitle')} text={say('overText')}>
        <Link to="/forgot-password" className={buttonClass({ look: 'primary' })}>
          {say('again')}
        </Link>
      </Panel>
    );
  }
  if (outcome === 'done') {
    return (
      <Panel title={say('doneTitle')} text={say('doneText')}>
        <Link to="/login" className={buttonClass({ look: 'primary' })}>
          {say('signIn')}
        </Link>
      </Panel>
    );
  }
  const save = async (values: FormData): Promise<void> => {
    const body = { token, new_password: textOf(values, 'new_password') };
    try {
      await answered(api.POST('/v1/auth/reset-password', { body }));
      setOutcome('done');
    } catch (fault) {
      if (fault instanceof ApiFault && fault.fields.some(({ field }) => field === 'token'))
        setOutcome('over');
      else throw fault;
    }
  };
  return (
    <Panel title={say('title')} text={say('text')}>
      <Form onSend={save}>
        <NewPasswordField label={say('password')} name="new_password" autoFocus />
        <Submit>{say('save')}</Submit>
      </Form>
    </Panel>
  );
}
