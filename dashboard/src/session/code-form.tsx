import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { FaultNotice } from '../components/fault.tsx';
import { TextField } from '../components/field.tsx';
import { Form, Submit, textOf } from '../components/form.tsx';
import { useWords } from '../i18n/language.tsx';
import { answered, ApiFault } from '../service/faults.ts';
import styles from './code-form.module.css';
import { useApi, useSession } from './use-session.tsx';
import { words } from './words/words.ts';

/** The code of the mail that ends a sign-in or a registration. */
export function CodeForm({ challengeId, onOver }: { challengeId: string; onOver: () => void }) {
  const say = useWords(words);
  const api = useApi();
  const session = useSession();
  const [note, setNote] = useState<string | null>(null);
  const [resendFault, setResendFault] = useState<unknown>(null);

  const confirm = async (values: FormData): Promise<void> => {
    setNote(null);
    try {
      await answered(
        api.POST('/v1/auth/verify-code', {
          body: { challenge_id: challengeId, code: textOf(values, 'code').replaceAll(/\s/g, '') },
        }),
      );
    } catch (fault) {
      if (!(fault instanceof ApiFault) || fault.code !== 'unauthorized') throw fault;
      setNote(say('wrongCode'));
      return;
    }
    await session.signedIn();
  };

  const resend = async (): Promise<void> => {
    setNote(null);
    setResendFault(null);
    try {
      await answered(api.POST('/v1/auth/resend-code', { body: { challenge_id: challengeId } }));
      setNote(say('codeSent'));
    } catch (fault) {
      if (fault instanceof ApiFault && fault.code === 'not_found') onOver();
      else setResendFault(fault);
    }
  };

  return (
    <Form onSend={confirm}>
      <TextField
        label={say('code')}
        name="code"
        required
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*[0-9]{3}\s*[0-9]{3}\s*"
        hint={say('trusted')}
      />
      <p className={styles['note']} role="status">
        {note}
      </p>
      {resendFault !== null && <FaultNotice fault={resendFault} />}
      <div className={styles['buttons']}>
        <Submit>{say('codeGo')}</Submit>
        <Button look="quiet" onClick={() => void resend()}>
          {say('codeAgain')}
        </Button>
      </div>
    </Form>
  );
}
