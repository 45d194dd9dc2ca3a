import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Choice, ChoiceGroup, TextArea, TextField } from '../../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../../components/form.tsx';
import { useToast } from '../../../components/toast.tsx';
import { common } from '../../../i18n/common/words.ts';
import { useWords } from '../../../i18n/language.tsx';
import { useGiveFeedback, type Session } from '../queries.ts';
import { acts } from './words.ts';

const ACCURACIES = ['correct', 'partially_correct', 'incorrect', 'unknown'] as const;

export function FeedbackDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const say = useWords(acts);
  const sayCommon = useWords(common);
  const tell = useToast();
  const give = useGiveFeedback(session.session_id);
  const [attempt] = useState(() => crypto.randomUUID());
  const { feedback: before } = session;
  const send = async (values: FormData): Promise<void> => {
    const optional = (name: string): string | null => textOf(values, name).trim() || null;
    const body = {
      accuracy: ACCURACIES.find((each) => each === values.get('accuracy')) ?? 'unknown',
      actual_diagnosis: optional('actual_diagnosis'),
      actual_icd10: optional('actual_icd10'),
      notes: optional('notes'),
    };
    await give.mutateAsync({ body, attempt });
    tell(say('thanks'));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('feedbackTitle')} description={say('feedbackText')}>
      <Form onSend={send}>
        <ChoiceGroup label={say('accuracy')} name="accuracy">
          {ACCURACIES.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="accuracy"
              value={each}
              defaultChecked={each === (before?.accuracy ?? 'correct')}
              label={say(`accuracy.${each}`)}
            />
          ))}
        </ChoiceGroup>
        <TextField
          label={say('diagnosis')}
          name="actual_diagnosis"
          maxLength={500}
          autoComplete="off"
          defaultValue={before?.actual_diagnosis ?? ''}
        />
        <TextField
          label={say('icd')}
          name="actual_icd10"
          maxLength={20}
          autoComplete="off"
          defaultValue={before?.actual_icd10 ?? ''}
        />
        <TextArea label={say('notes')} name="notes" maxLength={2_000} defaultValue={before?.notes ?? ''} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('feedbackGo')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
