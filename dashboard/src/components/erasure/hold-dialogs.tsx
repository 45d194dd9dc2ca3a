import { common } from '../../i18n/common/words.ts';
import { erasure } from '../../i18n/erasure/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';
import { ConfirmDialog, Dialog } from '../dialog.tsx';
import { TextArea } from '../field.tsx';
import { Form, FormButtons, Submit, textOf } from '../form.tsx';
import { useToast } from '../toast.tsx';

type HoldProps = { onPlace: (reason: string) => Promise<unknown>; onClose: () => void };

/** Asks why something must be kept, and places the legal hold. */
export function HoldDialog({ onPlace, onClose }: HoldProps) {
  const say = useWords(erasure);
  const sayCommon = useWords(common);
  const tell = useToast();
  const send = async (values: FormData): Promise<void> => {
    await onPlace(textOf(values, 'reason').trim());
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

/** Asks before a legal hold is lifted. */
export function LiftDialog({ onLift, onClose }: { onLift: () => Promise<unknown>; onClose: () => void }) {
  const say = useWords(erasure);
  const tell = useToast();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('liftTitle')}
      description={say('liftText')}
      action={say('liftGo')}
      onConfirm={async () => {
        await onLift();
        tell(say('holdLifted'));
      }}
    />
  );
}
