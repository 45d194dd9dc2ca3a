import { useState, type ReactNode } from 'react';
import { common } from '../../i18n/common/words.ts';
import { erasure } from '../../i18n/erasure/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { TextField } from '../field.tsx';
import { Form, FormButtons, Submit } from '../form.tsx';
import { HeldNotice, holdIn } from './held-notice.tsx';

type Props = {
  title: ReactNode;
  /** What has to be typed, and where it is found. */
  typed: string;
  hint: ReactNode;
  /** A legal hold stands: nothing can be erased. */
  isHeld: boolean;
  onErase: () => Promise<void>;
  onClose: () => void;
};

/** For the `pattern` of a control: the text itself. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Asks to type what is about to be erased, and erases it. A hold that the service tells of is said as such. */
export function EraseDialog({ title, typed, hint, isHeld, onErase, onClose }: Props) {
  const say = useWords(erasure);
  const sayCommon = useWords(common);
  const [reason, setReason] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    try {
      await onErase();
    } catch (fault) {
      const hold = holdIn(fault);
      if (hold === null) throw fault;
      setReason(hold);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={say('eraseText')}>
      {isHeld || reason !== null ? (
        <>
          <HeldNotice reason={reason} />
          <FormButtons>
            <Button onClick={onClose}>{sayCommon('close')}</Button>
          </FormButtons>
        </>
      ) : (
        <Form onSend={send}>
          <TextField
            label={say('eraseTyped', { tail: typed })}
            hint={hint}
            name="typed"
            required
            pattern={literally(typed)}
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
