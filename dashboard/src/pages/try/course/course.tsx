import { useId } from 'react';
import { Card } from '../../../components/card.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useWords } from '../../../i18n/language.tsx';
import type { Call } from '../calls.ts';
import type { Interview } from '../interview.ts';
import type { Viewed } from '../viewed-step.ts';
import { words } from '../words.ts';
import styles from './course.module.css';
import { StateThen } from './state-then.tsx';
import { StepView } from './step-view.tsx';

type Props = { of: { interview: Interview; record: (call: Call) => void }; viewed: Viewed };

/** Every step of the interview, to go back to: what was told and understood, and the state after it. */
export function Course({ of, viewed }: Props) {
  const say = useWords(words);
  const { history, step, isLatest } = viewed;
  return (
    <div className={styles['course']}>
      <Card title={say('course')}>
        {history.isError ? (
          <FaultNotice fault={history.error} onRetry={() => void history.refetch()} />
        ) : step === undefined ? (
          <SkeletonBlock lines={6} />
        ) : (
          <>
            <Slider viewed={viewed} />
            <StepView step={step} />
            {!isLatest && <StateThen of={of} revision={step.revision} />}
          </>
        )}
      </Card>
    </div>
  );
}

function Slider({ viewed: { steps, index, step, view } }: { viewed: Viewed }) {
  const say = useWords(words);
  const id = useId();
  const place = say('stepOf', { step: index + 1, steps: steps.length });
  return (
    <div className={styles['slider']}>
      <label htmlFor={id}>{say('slider')}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={steps.length}
        value={index + 1}
        aria-valuetext={step && `${place}: ${say(`step.${step.kind}`)}`}
        onChange={(event) => view(event.currentTarget.valueAsNumber - 1)}
      />
      <output htmlFor={id}>{place}</output>
    </div>
  );
}
