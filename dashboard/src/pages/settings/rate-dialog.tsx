import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useOverrideRateLimit } from './queries.ts';
import { ReasonField, reasonIn } from './reason-field.tsx';
import { words } from './words.ts';

const CEILING_RPM = 5_000;

export function RateDialog({ override, onClose }: { override: number | null; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const change = useOverrideRateLimit();
  const send = async (values: FormData): Promise<void> => {
    const rate = textOf(values, 'rate_limit_rpm');
    await change.mutateAsync({
      rate_limit_rpm: rate === '' ? null : Number(rate),
      reason: reasonIn(values),
    });
    tell(say('rateChanged'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('rateChange')}>
      <Form onSend={send}>
        <TextField
          label={say('rateField')}
          name="rate_limit_rpm"
          type="number"
          min={1}
          max={CEILING_RPM}
          defaultValue={override ?? ''}
          hint={say('rateHint')}
        />
        <ReasonField />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{sayCommon('save')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
