import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/table.tsx';
import { Time } from '../../../components/time.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { useMay } from '../../../session/use-session.tsx';
import { useSayAction } from '../actions/actions.ts';
import styles from '../page.module.css';
import { useNames } from '../queries.ts';
import type { AuditRow } from '../verify/checks.ts';
import { words } from '../words.ts';

const ACTORS = ['member', 'api_key', 'login', 'system', 'operator'] as const;
const SUBJECTS = [
  'session',
  'patient',
  'tenant',
  'member',
  'api_key',
  'webhook_subscription',
  'webhook_delivery',
  'dataset',
  'event',
] as const;

/** What is shown of a row in a list: when, what, who and on what. */
export function useRowColumns(): readonly Column<AuditRow>[] {
  const say = useWords(words);
  const sayAction = useSayAction();
  return [
    { id: 'when', head: say('when'), cell: ({ at }) => <Time at={at} how="exactTime" /> },
    {
      id: 'what',
      head: say('what'),
      cell: ({ event_id, action, count }) => (
        <div className={styles['cell']}>
          <Link to="." search={(before: object) => ({ ...before, event: event_id })}>
            {sayAction(action)}
          </Link>
          <code className={styles['soft']}>{action}</code>
          {count !== null && <span className={styles['soft']}>{say('times', { count })}</span>}
        </div>
      ),
    },
    { id: 'who', head: say('who'), cell: (row) => <Actor row={row} /> },
    { id: 'subject', head: say('subject'), cell: (row) => <Subject row={row} /> },
  ];
}

/** Who did it, by name where it is known, and for whom and from where. */
export function Actor({ row: { actor, on_behalf_of, ip } }: { row: AuditRow }) {
  const say = useWords(words);
  const names = useNames();
  const known = ACTORS.find((each) => each === actor.type);
  const type = known === undefined ? actor.type : say(`actor.${known}`);
  return (
    <div className={styles['cell']}>
      <span>{names.get(actor.id) ?? `${type} ${tailOf(actor.id)}`}</span>
      {on_behalf_of !== null && (
        <span className={styles['soft']}>{say('behalf', { who: on_behalf_of })}</span>
      )}
      <span className={styles['soft']}>
        {[...(names.has(actor.id) ? [type] : []), ...(ip === null ? [] : [ip])].join(' · ')}
      </span>
    </div>
  );
}

const tailOf = (id: string): string => (id.length > 16 ? `…${id.slice(-6)}` : id);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What it was done to; leads there where the page is one's own to see. */
export function Subject({ row: { subject }, revision }: { row: AuditRow; revision?: number }) {
  const say = useWords(words);
  const may = useMay();
  const known = SUBJECTS.find((each) => each === subject.type);
  const name: ReactNode = (
    <>
      {known === undefined ? subject.type : say(`subject.${known}`)} <code>{tailOf(subject.id)}</code>
    </>
  );
  if (!UUID.test(subject.id)) return name;
  const { id, type } = subject;
  if (type === 'session' && may('sessions:read'))
    return (
      <Link to={`/sessions/${id}`} search={{ tab: 'timeline', ...(revision !== undefined && { revision }) }}>
        {name}
      </Link>
    );
  if (type === 'patient' && may('patients:read')) return <Link to={`/patients/${id}`}>{name}</Link>;
  if (type === 'member') return <Link to="/team">{name}</Link>;
  if (type === 'api_key') return <Link to="/api-keys">{name}</Link>;
  if (type === 'webhook_subscription' && may('webhooks:read'))
    return (
      <Link to="/webhooks" search={{ endpoint: id }}>
        {name}
      </Link>
    );
  if (type === 'webhook_delivery' && may('webhooks:read'))
    return (
      <Link to="/webhooks" search={{ delivery: id }}>
        {name}
      </Link>
    );
  return name;
}
