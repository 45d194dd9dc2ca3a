import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { TriageLevel } from '../../../components/triage-level.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import type { HistoryEvent } from '../queries.ts';
import { useText } from '../../../i18n/texts.ts';
import { words } from '../words.ts';
import styles from './timeline.module.css';

type Props = { event: HistoryEvent; isChosen: boolean; onChoose: () => void };

/** One event: what it was, when, by whom, and what it said. */
export function EventEntry({ event, isChosen, onChoose }: Props) {
  const say = useWords(words);
  const format = useFormat();
  // A long session has many events: their text is made for the one that is opened.
  const [isOpen, setOpen] = useState(false);
  const { type, at, revision, tokens_charged } = event;
  return (
    <li className={styles['event']} data-chosen={isChosen}>
      <button
        type="button"
        className={styles['choose']}
        aria-current={isChosen ? 'step' : undefined}
        onClick={onChoose}
      >
        <span className={styles['number']}>{revision}</span>
        <strong>{say(`event.${type}`)}</strong>
        <time dateTime={at}>{format.exactTime(at)}</time>
      </button>
      <div className={styles['said']}>
        <Said event={event} />
      </div>
      <details className={styles['details']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {say('details')}
          <span className={styles['soft']}>
            {' · '}
            <Who event={event} />
            {tokens_charged > 0 && ` · ${say('tokens', { count: tokens_charged })}`}
          </span>
        </summary>
        {isOpen && <CodeBlock label={type} code={JSON.stringify(event, null, 2)} />}
      </details>
    </li>
  );
}

const ACTORS = ['member', 'api_key', 'system', 'operator'] as const;

function Who({ event: { actor } }: { event: HistoryEvent }) {
  const say = useWords(words);
  const known = ACTORS.find((each) => each === actor.type);
  return say('by', {
    actor: known === undefined ? actor.type : say(`actor.${known}`),
    id: actor.id.slice(-6),
  });
}

const Destroyed = () => <em className={styles['soft']}>{useWords(words)('erasedPart')}</em>;

/** What an event says in a line; nothing where its name says all. */
function Said({ event }: { event: HistoryEvent }) {
  switch (event.type) {
    case 'session-opened':
      return event.data.intake.erased === true ? (
        <Destroyed />
      ) : (
        <Quote text={event.data.intake.chief_complaint} />
      );
    case 'session-answered':
      return <Answer {...event.data} />;
    case 'session-routed':
      return event.data.answer.erased === true ? <Destroyed /> : <Quote text={event.data.answer.text} />;
    case 'session-hold-placed':
      return event.data.note.reason ?? null;
    default:
      return <Concluded event={event} />;
  }
}

type AnswerData = Extract<HistoryEvent, { type: 'session-answered' }>['data'];

function Answer({ answer, skipped }: AnswerData) {
  const say = useWords(words);
  if (answer.erased === true) return <Destroyed />;
  return (
    <>
      {answer.question_id !== undefined && <code>{answer.question_id}</code>}
      {skipped ? <em> {say('skipped')}</em> : <Quote text={answer.raw_text ?? fieldsIn(answer)} />}
    </>
  );
}

/** What was concluded, changed or told afterwards. */
function Concluded({ event }: { event: HistoryEvent }) {
  const say = useWords(words);
  const text = useText();
  switch (event.type) {
    case 'red-flag-detected': {
      const { finding } = event.data;
      return finding.description === undefined ? (
        <Destroyed />
      ) : (
        text(finding.description, finding.description_cs)
      );
    }
    case 'triage-escalated':
      return event.data.change.to === undefined ? (
        <Destroyed />
      ) : (
        <TriageLevel level={event.data.change.to} />
      );
    case 'demographics-updated':
    case 'session-rectified':
      return event.data.changed_fields.map((field) => <code key={field}>{field} </code>);
    case 'feedback-given':
      return event.data.feedback.accuracy === undefined ? (
        <Destroyed />
      ) : (
        say(`accuracy.${event.data.feedback.accuracy}`)
      );
    default:
      return null;
  }
}

const fieldsIn = ({ supplied_fields = {} }: { supplied_fields?: Record<string, unknown> }): string =>
  Object.entries(supplied_fields)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

const Quote = ({ text }: { text: string | null | undefined }) =>
  text === null || text === undefined || text === '' ? null : <q>{text}</q>;
