import { Button } from '../../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/dialog.tsx';
import { TextArea } from '../../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../../components/form.tsx';
import { useToast } from '../../../components/toast.tsx';
import { common } from '../../../i18n/common/words.ts';
import { useWords } from '../../../i18n/language.tsx';
import { ApiFault } from '../../../service/faults.ts';
import { useLiftHold, usePlaceHold, type Session } from '../queries.ts';
import styles from './acts.module.css';
import { acts } from './words.ts';

type Props = { session: Session; onClose: () => void };

export function HoldDialog({ session, onClose }: Props) {
  const say = useWords(acts);
  const sayCommon = useWords(common);
  const tell = useToast();
  const place = usePlaceHold(session.session_id);
  const send = async (values: FormData): Promise<void> => {
    await place.mutateAsync(textOf(values, 'reason').trim());
    tell(say('holdPlaced'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('holdTitle')} description={say('holdText')}>
      <Form onSend={send}>
        <TextArea label={say('holdReason')} name="reason" required maxLength={500} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('holdGo')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

export function LiftDialog({ session, onClose }: Props) {
  const say = useWords(acts);
  const tell = useToast();
  const lift = useLiftHold(session.session_id);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('liftTitle')}
      description={say('liftText')}
      action={say('liftGo')}
      onConfirm={async () => {
        await lift.mutateAsync(undefined);
        tell(say('holdLifted'));
      }}
    />
  );
}

/** The reason of the hold that a refusal names: of the session, or of its patient. Null for any other fault. */
export function holdIn(fault: unknown): string | null {
  if (!(fault instanceof ApiFault) || fault.code !== 'conflict') return null;
  const hold = fault.detail['hold'];
  if (typeof hold !== 'object' || hold === null) return null;
  return 'reason' in hold && typeof hold.reason === 'string' ? hold.reason : '';
}

/** In the place of a change that a legal hold forbids. */
export function HeldNotice({ reason }: { reason: string | null }) {
  const say = useWords(acts);
  return (
    <div className={styles['held']} role="alert">
      <strong>{say('heldTitle')}</strong>
      <p>{say('heldText')}</p>
      {reason !== null && reason !== '' && <p>{say('heldReason', { reason })}</p>}
    </div>
  );
}
