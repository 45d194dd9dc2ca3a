import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { HeldNotice, holdIn } from '../../../components/erasure/held-notice.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { Choice, ChoiceGroup, SelectField, TextField } from '../../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../../components/form.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useToast } from '../../../components/toast.tsx';
import { clinical } from '../../../i18n/clinical/words.ts';
import { common } from '../../../i18n/common/words.ts';
import { useWords } from '../../../i18n/language.tsx';
import { answersOf, destructionOf, type GivenAnswer } from '../happened.ts';
import { useHistory, useRectify, type HistoryEvent, type Session } from '../queries.ts';
import { useText } from '../../../i18n/texts.ts';
import styles from './acts.module.css';
import { Preview } from './preview.tsx';
import { acts } from './words.ts';

type Props = { session: Session; onClose: () => void };

/** Corrects age and sex and clears answers, after showing what that destroys. */
export function RectifyDialog(props: Props) {
  const say = useWords(acts);
  const history = useHistory(props.session.session_id);
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={say('rectifyTitle')}
      description={say('rectifyText')}
      size="wide"
    >
      {history.isError && <FaultNotice fault={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <SkeletonBlock />}
      {history.data !== undefined && <RectifyForm {...props} events={history.data} />}
    </Dialog>
  );
}

const SEXES = ['female', 'male', 'other', 'unknown'] as const;

function RectifyForm({ session, events, onClose }: Props & { events: readonly HistoryEvent[] }) {
  const say = useWords(acts);
  const sayCommon = useWords(common);
  const sayClinical = useWords(clinical);
  const tell = useToast();
  const rectify = useRectify(session.session_id);
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isUnchanged, setUnchanged] = useState(false);
  const { age, sex } = session.demographics;

  const send = async (values: FormData): Promise<void> => {
    const typed = textOf(values, 'age');
    const newAge = typed === '' ? null : Number(typed);
    const chosen = SEXES.find((each) => each === values.get('sex')) ?? null;
    const body = {
      ...(newAge !== age && { age: newAge }),
      ...(chosen !== sex && { sex: chosen }),
      ...(cleared.size > 0 && { clear_answers: [...cleared] }),
    };
    const isNothing = Object.keys(body).length === 0;
    setUnchanged(isNothing);
    if (isNothing) return;
    const reason = textOf(values, 'reason').trim();
    try {
      await rectify.mutateAsync({
        body: { ...body, ...(reason !== '' && { reason }) },
        attempt,
      });
    } catch (fault) {
      // Another wish after this one is not a repeat of it.
      setAttempt(crypto.randomUUID());
      const hold = holdIn(fault);
      if (hold === null) throw fault;
      setRefusal(hold);
      return;
    }
    tell(say('rectified'));
    onClose();
  };
  return (
    <Form onSend={send}>
      <div className={styles['pair']}>
        <TextField
          label={say('age')}
          name="age"
          type="number"
          min={0}
          max={130}
          step={1}
          defaultValue={age ?? ''}
          hint={say('ageHint')}
        />
        <SelectField label={say('sex')} name="sex" defaultValue={sex ?? ''}>
          {sex === null && <option value="">–</option>}
          {SEXES.map((each) => (
            <option key={each} value={each}>
              {sayClinical(`sex.${each}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <Answers events={events} cleared={cleared} onClear={setCleared} />
      <TextField
        label={say('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={say('reasonHint')}
      />
      <Preview destruction={destructionOf(events, cleared)} />
      {refusal !== null && <HeldNotice reason={refusal} />}
      {isUnchanged && <p role="alert">{say('unchanged')}</p>}
      <FormButtons>
        <Button onClick={onClose}>{sayCommon('cancel')}</Button>
        {cleared.size > 0 ? (
          <Submit look="danger">{say('rectifyDestroy')}</Submit>
        ) : (
          <Submit>{say('rectifyGo')}</Submit>
        )}
      </FormButtons>
    </Form>
  );
}

type AnswersProps = {
  events: readonly HistoryEvent[];
  cleared: ReadonlySet<string>;
  onClear: (cleared: ReadonlySet<string>) => void;
};

function Answers({ events, cleared, onClear }: AnswersProps) {
  const say = useWords(acts);
  const text = useText();
  const answers = answersOf(events);
  // A question that was asked again has one box for all of its answers: they go together.
  const questions = [...new Map(answers.map((answer) => [answer.questionId, answer])).values()];
  if (questions.length === 0) return <p className={styles['soft']}>{say('noAnswers')}</p>;
  const nameOf = (questionId: string, question: GivenAnswer['question']) => {
    if (question !== null) return text(question.text, question.text_cs);
    return questionId === 'additional' ? say('additional') : <code>{questionId}</code>;
  };
  return (
    <ChoiceGroup label={say('answers')} name="clear_answers">
      <div className={styles['answers']}>
        {questions.map(({ questionId, question, rawText, isSkipped }) => (
          <Choice
            key={questionId}
            name="clear_answers"
            value={questionId}
            checked={cleared.has(questionId)}
            label={nameOf(questionId, question)}
            hint={isSkipped ? say('notGiven') : (rawText ?? questionId)}
            onChange={({ currentTarget }) => {
              const next = new Set(cleared);
              if (currentTarget.checked) next.add(questionId);
              else next.delete(questionId);
              onClear(next);
            }}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
}
