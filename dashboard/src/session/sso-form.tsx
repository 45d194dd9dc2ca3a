import { useState } from 'react';
import { TextField } from '../components/field.tsx';
import { Form, Submit, textOf } from '../components/form.tsx';
import { useWords } from '../i18n/language.tsx';
import { ApiFault } from '../service/faults.ts';
import styles from './code-form.module.css';
import { noteActive } from './idle.ts';
import { words } from './words/words.ts';

/** Leads to the identity provider of the address's domain, and back to the page that this stands on. */
export function SsoForm() {
  const say = useWords(words);
  const [note, setNote] = useState<string | null>(null);

  const start = async (values: FormData): Promise<void> => {
    setNote(null);
    const domain = textOf(values, 'email').split('@').at(-1)?.trim().toLowerCase() ?? '';
    const url = `/v1/auth/sso?${new URLSearchParams({ domain, return_url: location.pathname }).toString()}`;
    // Asked first, so that a domain without single sign-on is answered here and not by a page of JSON.
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => null);
    if (answer === null) throw new ApiFault('offline');
    if (answer.type === 'opaqueredirect') {
      noteActive();
      location.assign(url);
    } else if (answer.status === 429) throw new ApiFault('rate_limited');
    else if (answer.status >= 500) throw new ApiFault('service_unavailable');
    else setNote(say('ssoUnknown', { domain }));
  };

  return (
    <Form onSend={start}>
      <TextField
        label={say('ssoEmail')}
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="username"
        hint={say('ssoHint')}
      />
      <p className={styles['note']} role="alert">
        {note}
      </p>
      <div className={styles['buttons']}>
        <Submit>{say('ssoGo')}</Submit>
      </div>
    </Form>
  );
}
