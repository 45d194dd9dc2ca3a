import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useReplay, useResolve } from './changes.ts';
import { deliveryWords } from './words.ts';

type Props = { id: string; onClose: () => void };

/** Nothing is lost by it, so it is no confirmation in red. */
export function ReplayDialog({ id, onClose }: Props) {
  const say = useWords(deliveryWords);
  const sayCommon = useWords(common);
  const tell = useToast();
  const replay = useReplay(id);
  const [attempt] = useState(() => crypto.randomUUID());
  const send = async (): Promise<void> => {
    await replay.mutateAsync(attempt);
    tell(say('replayed'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('replayTitle')} description={say('replayText')}>
      <Form onSend={send}>
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('replay')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

export function ResolveDialog({ id, onClose }: Props) {
  const say = useWords(deliveryWords);
  const sayCommon = useWords(common);
  const tell = useToast();
  const resolve = useResolve(id);
  const [attempt] = useState(() => crypto.randomUUID());
  const send = async (values: FormData): Promise<void> => {
    await resolve.mutateAsync({ reason: textOf(values, 'reason'), attempt });
    tell(say('resolvedDone'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('resolveTitle')} description={say('resolveText')}>
      <Form onSend={send}>
        <TextArea label={say('reason')} name="reason" required maxLength={500} hint={say('reasonHint')} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('resolve')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
