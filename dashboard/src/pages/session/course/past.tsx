import { useId } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TriageLevel } from '../../../components/triage-level.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { Differentials } from '../differentials.tsx';
import { outcomeAt } from '../happened.ts';
import { usePastState, type HistoryEvent, type PastState } from '../queries.ts';
import { useText } from '../../../i18n/texts.ts';
import { words } from '../words.ts';
import styles from './timeline.module.css';

type Props = {
  sessionId: string;
  events: readonly HistoryEvent[];
  /** Of the event that the slider stands at. */
  index: number;
  /** Of the one that is shown: the slider has rested there. */
  settled: number;
  onIndex: (index: number) => void;
};

/** Goes back to the state after any event, as it was answered then. */
export function Past({ sessionId, events, index, settled, onIndex }: Props) {
  const say = useWords(words);
  const id = useId();
  const last = events.length - 1;
  const here = events[index];
  const shown = events[settled];
  const at = say('sliderAt', { revision: here?.revision ?? 0, last: events[last]?.revision ?? 0 });
  return (
    <Card title={say('stateThen')}>
      <div className={styles['slider']}>
        <label htmlFor={id}>{say('slider')}</label>
        <IconButton
          icon="left"
          label={say('earlier')}
          disabled={index === 0}
          onClick={() => onIndex(index - 1)}
        />
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          step={1}
          value={index}
          aria-valuetext={here === undefined ? at : `${at}: ${say(`event.${here.type}`)}`}
          onChange={({ currentTarget }) => onIndex(Number(currentTarget.value))}
        />
        <IconButton
          icon="right"
          label={say('later')}
          disabled={index === last}
          onClick={() => onIndex(index + 1)}
        />
      </div>
      <p className={styles['soft']}>{at}</p>
      {shown !== undefined && (
        <StateThen
          sessionId={sessionId}
          events={events}
          revision={shown.revision}
          isMoving={index !== settled}
        />
      )}
    </Card>
  );
}

type StateProps = Pick<Props, 'sessionId' | 'events'> & { revision: number; isMoving: boolean };

function StateThen({ sessionId, events, revision, isMoving }: StateProps) {
  const past = usePastState(sessionId, revision);
  const isWaiting = isMoving || past.isPlaceholderData || past.isPending;
  if (past.isError) return <FaultNotice fault={past.error} onRetry={() => void past.refetch()} />;
  return (
    <div className={styles['then']} aria-busy={isWaiting} aria-live="polite">
      {past.data === undefined ? (
        <>
          <Skeleton width="long" />
          <Skeleton />
          <Skeleton width="short" />
        </>
      ) : (
        <Then past={past.data} events={events} />
      )}
    </div>
  );
}

function Then({ past, events }: { past: PastState; events: readonly HistoryEvent[] }) {
  const say = useWords(words);
  const format = useFormat();
  const text = useText();
  const { state, erased, revision } = past;
  if (state === null) return <p>{say(erased ? 'erasedThen' : 'unreadableThen')}</p>;
  const outcome = outcomeAt(events, revision);
  const flags = (outcome?.red_flags ?? []).filter(({ flag }) => state.red_flags.includes(flag));
  const { current_question: question } = state;
  return (
    <>
      <TriageLevel level={state.triage_level} size="large" />
      <p className={styles['soft']}>
        {say('questions')}: {format.number(state.questions_asked)}
      </p>
      <h3>{say('redFlags')}</h3>
      {state.red_flags.length === 0 ? (
        <p className={styles['soft']}>{say('noRedFlag')}</p>
      ) : (
        <ul>
          {state.red_flags.map((flag) => {
            const named = flags.find((each) => each.flag === flag);
            return <li key={flag}>{named ? text(named.description, named.description_cs) : flag}</li>;
          })}
        </ul>
      )}
      <h3>{say('question')}</h3>
      <p>{question === null ? say('noQuestion') : text(question.text, question.text_cs)}</p>
      <h3>{say('differentials')}</h3>
      <Differentials differentials={outcome?.differentials ?? []} />
    </>
  );
}
