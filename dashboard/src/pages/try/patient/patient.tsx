import { useEffect, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { useWords } from '../../../i18n/language.tsx';
import type { Answer, Doing, Interview, Question } from '../interview.ts';
import { words } from '../words.ts';
import { Additional } from './additional.tsx';
import { AnswerForm } from './answer-form.tsx';
import { PatientLanguageProvider, textIn, usePatientLanguage, usePatientWords } from './language.tsx';
import styles from './patient.module.css';

type Props = { doing: Doing; interview: Interview };

/** The patient's side: one question at a time, in large type, in the language of the interview. */
export function Patient({ doing, interview }: Props) {
  const say = useWords(words);
  return (
    <PatientLanguageProvider value={interview.language}>
      <section className={styles['patient']} aria-label={say('patientSide')} lang={interview.language}>
        <Urgent interview={interview} />
        <Current doing={doing} interview={interview} />
        <Additional doing={doing} interview={interview} />
      </section>
    </PatientLanguageProvider>
  );
}

/** What must not wait for the end of the interview. */
function Urgent({ interview: { level } }: Pick<Props, 'interview'>) {
  const say = usePatientWords();
  return (
    <div role="alert">
      {(level === 'emergency_ambulance' || level === 'emergency') && (
        <div className={styles['urgent']} data-level={level}>
          <Icon name="warning" />
          <p>
            <strong>{say(`level.${level}`)}</strong> {say(`act.${level}`)}
          </p>
        </div>
      )}
    </div>
  );
}

function Current({ doing: { answer, finish }, interview }: Props) {
  const say = usePatientWords();
  const { question, step, stopReason } = interview;
  const heading = useRef<HTMLHeadingElement>(null);
  // The next question is read out, and the keyboard goes on from it.
  useEffect(() => {
    if (step > 1) heading.current?.focus();
  }, [step]);
  const isBusy = answer.isPending || finish.isPending;
  const fault = answer.error ?? finish.error;
  const retry = (): void => {
    if (answer.isError) answer.mutate(answer.variables);
    else finish.mutate(interview);
  };
  const send = (given: Answer): void => {
    if (question === null || isBusy) return;
    answer.mutate({ now: interview, body: { question_id: question.question_id, ...given } });
  };
  return (
    <div className={styles['current']}>
      {question === null ? (
        <div className={styles['question']}>
          <h2 ref={heading} tabIndex={-1}>
            {say('complete')}
          </h2>
          {stopReason !== null && <p>{say(`stop.${stopReason}`)}</p>}
        </div>
      ) : (
        <>
          <Asked question={question} number={interview.questionsAsked + 1} heading={heading} />
          <AnswerForm
            key={`${step} ${question.question_id}`}
            question={question}
            isBusy={isBusy}
            send={send}
          />
        </>
      )}
      {fault !== null && <FaultNotice fault={fault} onRetry={retry} />}
      <div className={styles['foot']}>
        <button
          type="button"
          className={styles['finish']}
          data-primary={question === null}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) finish.mutate(interview);
          }}
        >
          {say('finish')}
        </button>
      </div>
    </div>
  );
}

function Asked({
  question,
  number,
  heading,
}: {
  question: Question;
  number: number;
  heading: React.RefObject<HTMLHeadingElement | null>;
}) {
  const say = usePatientWords();
  const language = usePatientLanguage();
  return (
    <div className={styles['question']}>
      <p className={styles['kicker']}>
        <span>{say('question', { number })}</span>
        {question.is_red_flag && <span className={styles['danger']}>{say('danger')}</span>}
      </p>
      {question.is_reask && <p className={styles['reask']}>{say('reasked')}</p>}
      <h2 ref={heading} tabIndex={-1}>
        {textIn(language, question)}
      </h2>
      {question.reason && <p className={styles['reason']}>{textIn(language, question.reason)}</p>}
    </div>
  );
}
