import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useChangeRetention } from './queries.ts';
import { ReasonField, reasonIn } from './reason-field.tsx';
import { words } from './words.ts';

const MIN_DAYS = 7;
const MAX_DAYS = 3_650;

type Change = { retention_days: number; reason: string | null };

/** A shorter time deletes: that is asked once more. */
export function RetentionDialog({ days, onClose }: { days: number; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const change = useChangeRetention();
  const [shorter, setShorter] = useState<Change | null>(null);
  const sayDays = (count: number): string => say('retentionDays', { count });
  const carryOut = async (wanted: Change): Promise<void> => {
    await change.mutateAsync(wanted);
    tell(say('retentionChanged', { days: sayDays(wanted.retention_days) }));
    onClose();
  };
  const send = async (values: FormData): Promise<void> => {
    const wanted = { retention_days: Number(textOf(values, 'retention_days')), reason: reasonIn(values) };
    if (wanted.retention_days < days) setShorter(wanted);
    else await carryOut(wanted);
  };
  return (
    <>
      <Dialog isOpen={shorter === null} onClose={onClose} title={say('retentionChange')}>
        <Form onSend={send}>
          <TextField
            label={say('retentionField')}
            name="retention_days"
            type="number"
            min={MIN_DAYS}
            max={MAX_DAYS}
            required
            defaultValue={days}
            hint={say('retentionHint')}
          />
          <ReasonField />
          <FormButtons>
            <Button onClick={onClose}>{sayCommon('cancel')}</Button>
            <Submit>{sayCommon('save')}</Submit>
          </FormButtons>
        </Form>
      </Dialog>
      {shorter !== null && (
        <ConfirmDialog
          isOpen
          onClose={onClose}
          title={say('shorterTitle')}
          description={say('shorterText', { days: sayDays(shorter.retention_days) })}
          action={say('shorterGo')}
          onConfirm={() => carryOut(shorter)}
        />
      )}
    </>
  );
}
