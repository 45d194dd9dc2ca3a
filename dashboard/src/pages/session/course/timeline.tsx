import { useEffect, useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { useHistory, type HistoryEvent, type Session } from '../queries.ts';
import { words } from '../words.ts';
import { EventEntry } from './event.tsx';
import { Past } from './past.tsx';
import styles from './timeline.module.css';

type Props = {
  session: Session;
  /** The address's; undefined for the latest. */
  revision: number | undefined;
  onRevision: (revision: number) => void;
};

/** Every event of the session, and the state after any of them. */
export function Timeline({ session, ...place }: Props) {
  const history = useHistory(session.session_id);
  if (history.isError) return <FaultState fault={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <SkeletonBlock lines={8} />;
  return <Loaded session={session} events={history.data} {...place} />;
}

/** How long a revision is looked at before it is asked for: a slider passes over many. */
const SETTLES_MS = 200;

function Loaded({ session, events, revision, onRevision }: Props & { events: readonly HistoryEvent[] }) {
  const say = useWords(words);
  const last = events.length - 1;
  const wanted = revision === undefined ? last : events.findIndex((event) => event.revision >= revision);
  const [index, setIndex] = useState(wanted === -1 ? last : wanted);
  const [settled, setSettled] = useState(index);
  useEffect(() => {
    if (index === settled) return;
    const timer = setTimeout(() => {
      setSettled(index);
      const event = events[index];
      if (event) onRevision(event.revision);
    }, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [index, settled, events, onRevision]);
  return (
    <div className={styles['course']}>
      <div className={styles['past']}>
        <Past
          sessionId={session.session_id}
          events={events}
          index={index}
          settled={Math.min(settled, last)}
          onIndex={setIndex}
        />
      </div>
      <Card title={say('timeline')}>
        <ol className={styles['events']}>
          {events.map((event, place) => (
            <EventEntry
              key={event.event_id}
              event={event}
              isChosen={place === index}
              onChoose={() => setIndex(place)}
            />
          ))}
        </ol>
      </Card>
    </div>
  );
}
