import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useWords } from '../../i18n/language.tsx';
import { CallsCard } from './calls-card.tsx';
import { Clinician } from './clinician/clinician.tsx';
import { Course } from './course/course.tsx';
import { useInterview, type Doing, type Interview } from './interview.ts';
import styles from './page.module.css';
import { Patient } from './patient/patient.tsx';
import { StartForm } from './start-form.tsx';
import { Summary } from './summary.tsx';
import { useViewedStep } from './viewed-step.ts';
import { words } from './words.ts';

/** An interview in test mode: the patient's side, what the service thinks, each step of it, and the calls behind it. */
export function Page() {
  const say = useWords(words);
  const doing = useInterview();
  const { interview } = doing;
  return (
    <div className={styles['page']}>
      <div className={styles['screen']}>
        <PageHeader
          title={
            <span className={styles['title']}>
              {say('title')} <Badge tone="accent">{say('testMode')}</Badge>
            </span>
          }
          actions={
            interview && (
              <Button icon="rotate" onClick={doing.startAgain}>
                {say('startAgain')}
              </Button>
            )
          }
        >
          {say('lead')}
        </PageHeader>
      </div>
      {interview === null ? (
        <StartForm open={doing.open.mutateAsync} />
      ) : (
        <Open doing={doing} interview={interview} />
      )}
    </div>
  );
}

function Open({ doing, interview }: { doing: Doing; interview: Interview }) {
  const of = { interview, record: doing.record };
  const viewed = useViewedStep(of);
  return (
    <>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {interview.finalized === null ? (
            <Patient doing={doing} interview={interview} />
          ) : (
            <Summary finalized={interview.finalized} />
          )}
          <Course of={of} viewed={viewed} />
        </div>
        <div className={styles['aside']}>
          <Clinician of={of} viewed={viewed} />
        </div>
      </div>
      <div className={styles['screen']}>
        <CallsCard calls={doing.calls} />
      </div>
    </>
  );
}
