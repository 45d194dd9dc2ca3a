import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Ago } from '../../components/time.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useLanguage, useWords } from '../../i18n/language.tsx';
import { Loaded } from './loaded.tsx';
import styles from './page.module.css';
import type { Mode } from './place.ts';
import { useFlagged, useFlagNames, type Flagged } from './queries.ts';
import { words } from './words.ts';

/** Flags of one session that are named; the session's page has them all. */
const SHOWN = 3;

/** The newest sessions that raised red flags. What patients said is not shown here. */
export function Flags({ mode }: { mode: Mode }) {
  const say = useWords(words);
  const flagged = useFlagged(mode);
  return (
    <Card title={say('flags')}>
      <Loaded query={flagged} lines={12}>
        {({ data }) =>
          data.length === 0 ? <p className={styles['soft']}>{say('noFlag')}</p> : <List sessions={data} />
        }
      </Loaded>
    </Card>
  );
}

function List({ sessions }: { sessions: readonly Flagged[] }) {
  const shown = sessions.map(({ red_flags }) => red_flags.slice(0, SHOWN));
  const { language } = useLanguage();
  const names = useFlagNames([...new Set(shown.flat())].sort());
  const nameOf = (code: string): string => {
    const concept = names.get(code);
    return (language === 'cs' ? concept?.name_cs : concept?.name) ?? code;
  };
  return (
    <ul className={styles['flagged']}>
      {sessions.map((session, index) => (
        <li key={session.session_id}>
          <Session session={session} flags={shown[index] ?? []} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  );
}

type Props = { session: Flagged; flags: readonly string[]; nameOf: (code: string) => string };

function Session({ session, flags, nameOf }: Props) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const { session_id, triage_level, red_flags, created_at, test } = session;
  const more = red_flags.length - flags.length;
  return (
    <>
      <p className={styles['line']}>
        <TriageLevel level={triage_level} />
        {test && <Badge>{sayClinical('mode.test')}</Badge>}
        <span className={styles['soft']}>
          <Ago at={created_at} />
        </span>
        <Link to={`/sessions/${session_id}`} preload={false} className={styles['more']}>
          {say('openSession')} <code>…{session_id.slice(-6)}</code>
        </Link>
      </p>
      <ul className={styles['codes']}>
        {flags.map((code) => (
          <li key={code}>
            {nameOf(code)} {nameOf(code) !== code && <code className={styles['soft']}>{code}</code>}
          </li>
        ))}
        {more > 0 && <li className={styles['soft']}>{say('moreFlags', { count: more })}</li>}
      </ul>
    </>
  );
}
