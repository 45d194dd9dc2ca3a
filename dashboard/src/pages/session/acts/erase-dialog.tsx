import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Form, FormButtons, Submit } from '../../../components/form.tsx';
import { common } from '../../../i18n/common/words.ts';
import { useWords } from '../../../i18n/language.tsx';
import { useErase, type Erased, type Session } from '../queries.ts';
import { HeldNotice, holdIn } from './hold-dialogs.tsx';
import { acts } from './words.ts';

type Props = { session: Session; onClose: () => void; onErased: (erased: Erased) => void };

/** Short enough to type, long enough to be no habit. */
const TAIL = 6;

export function EraseDialog({ session: { session_id, held }, onClose, onErased }: Props) {
  const say = useWords(acts);
  const sayCommon = useWords(common);
  const erase = useErase(session_id);
  const [reason, setReason] = useState<string | null>(null);
  const tail = session_id.slice(-TAIL);
  const isHeld = held || reason !== null;
  const send = async (): Promise<void> => {
    try {
      onErased(await erase.mutateAsync());
    } catch (fault) {
      const hold = holdIn(fault);
      if (hold === null) throw fault;
      setReason(hold);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('eraseTitle')} description={say('eraseText')}>
      {isHeld ? (
        <>
          <HeldNotice reason={reason} />
          <FormButtons>
            <Button onClick={onClose}>{sayCommon('close')}</Button>
          </FormButtons>
        </>
      ) : (
        <Form onSend={send}>
          <TextField
            label={say('eraseTyped', { tail })}
            hint={say('eraseTypedHint')}
            name="typed"
            required
            pattern={tail}
            autoComplete="off"
            spellCheck={false}
          />
          <FormButtons>
            <Button onClick={onClose}>{sayCommon('cancel')}</Button>
            <Submit look="danger">{say('eraseGo')}</Submit>
          </FormButtons>
        </Form>
      )}
    </Dialog>
  );
}
