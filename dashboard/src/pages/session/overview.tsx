import { Card, Facts } from '../../components/card.tsx';
import { Time } from '../../components/time.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { Differentials } from './differentials.tsx';
import styles from './page.module.css';
import type { Session } from './queries.ts';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

type Of = { session: Session };

/** The session as it stands now. */
export function Overview({ session }: Of) {
  const say = useWords(words);
  const text = useText();
  const { triage_level, differentials, red_flags, status } = session;
  return (
    <div className={styles['grid']}>
      <Card title={say('assessment')}>
        <TriageLevel level={triage_level} size="large" />
        <h3>{say('differentials')}</h3>
        <Differentials differentials={differentials} />
        <h3>{say('redFlags')}</h3>
        {red_flags.length === 0 ? (
          <p className={styles['soft']}>{say('noRedFlag')}</p>
        ) : (
          <ul>
            {red_flags.map(({ flag, description, description_cs }) => (
              <li key={flag}>{text(description, description_cs)}</li>
            ))}
          </ul>
        )}
        {status === 'active' && <Question session={session} />}
        <p className={styles['soft']}>{say('disclaimer')}</p>
      </Card>
      <div className={styles['column']}>
        <About session={session} />
        <FeedbackCard session={session} />
      </div>
    </div>
  );
}

function Question({ session: { current_question: question } }: Of) {
  const say = useWords(words);
  const text = useText();
  return (
    <>
      <h3>{say('question')}</h3>
      {question === null ? (
        <p className={styles['soft']}>{say('noQuestion')}</p>
      ) : (
        <div>
          <p>{text(question.text, question.text_cs)}</p>
          {question.reason !== null && (
            <p className={styles['soft']}>{text(question.reason.text, question.reason.text_cs)}</p>
          )}
        </div>
      )}
    </>
  );
}

function About({ session }: Of) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const format = useFormat();
  const { patient_id, demographics, created_at, last_activity_at, finalized_at, stop_reason } = session;
  const { age, sex } = demographics;
  return (
    <Card title={say('facts')}>
      <Facts
        facts={[
          {
            term: say('patient'),
            value: patient_id === null ? say('noPatient') : <code>{patient_id}</code>,
          },
          { term: say('age'), value: age === null ? sayClinical('sex.unknown') : format.number(age) },
          { term: say('sex'), value: sayClinical(`sex.${sex ?? 'unknown'}`) },
          { term: say('opened'), value: <Time at={created_at} /> },
          { term: say('lastActivity'), value: <Time at={last_activity_at} /> },
          ...(finalized_at === null ? [] : [{ term: say('finished'), value: <Time at={finalized_at} /> }]),
          { term: say('questions'), value: format.number(session.questions_asked) },
          ...(stop_reason === null ? [] : [{ term: say('stop'), value: say(`stop.${stop_reason}`) }]),
          { term: say('revision'), value: format.number(session.revision) },
        ]}
      />
    </Card>
  );
}

function FeedbackCard({ session: { feedback, status } }: Of) {
  const say = useWords(words);
  if (feedback === null)
    return (
      <Card title={say('feedback')}>
        <p className={styles['soft']}>{say(status === 'active' ? 'feedbackLater' : 'noFeedback')}</p>
      </Card>
    );
  const { accuracy, actual_diagnosis, actual_icd10, notes } = feedback;
  const diagnosis = [actual_diagnosis, actual_icd10].filter(Boolean).join(' · ');
  return (
    <Card title={say('feedback')}>
      <Facts
        facts={[
          { term: say('accuracy'), value: say(`accuracy.${accuracy}`) },
          ...(diagnosis === '' ? [] : [{ term: say('actualDiagnosis'), value: diagnosis }]),
          ...(notes === null ? [] : [{ term: say('notes'), value: notes }]),
        ]}
      />
    </Card>
  );
}
