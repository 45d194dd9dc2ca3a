import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { useKeyNames } from './queries.ts';
import { words } from './words.ts';

/** Method and template of a path, which may be broken before its slashes. */
export const Route = ({ route }: { route: string }) => {
  const [method = '', path = ''] = route.split(' ');
  return (
    <code className={styles['route']}>
      <span className={styles['method']}>{method}</span>{' '}
      {path.split(/(?=\/)/).map((part, index) => (
        // The parts of one path keep their order.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </code>
  );
};

const toneOf = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad');

export const Status = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;

/** The key by its name, or that it was a member in the dashboard. */
export function Caller({ prefix }: { prefix: string | null }) {
  const say = useWords(words);
  const names = useKeyNames();
  if (prefix === null) return <span className={styles['soft']}>{say('dashboard')}</span>;
  const name = names.data?.get(prefix);
  return (
    <div className={styles['stack']}>
      {name}
      <code className={styles['soft']}>{prefix}…</code>
    </div>
  );
}

/** Leads to the session where one may read it. */
export function SessionLink({ id }: { id: string }) {
  const say = useWords(words);
  const mayRead = useMay()('sessions:read');
  const shown = <code className={styles['short']}>…{id.slice(-12)}</code>;
  if (!mayRead) return shown;
  return (
    <Link to={`/sessions/${id}`} preload={false} aria-label={say('toSession', { id: id.slice(-12) })}>
      {shown}
    </Link>
  );
}
