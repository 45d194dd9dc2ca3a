import { Link } from '@tanstack/react-router';
import { entryOf } from '../../../../../client/audit/proof.mjs';
import { buttonClass, Button } from '../../../components/button.tsx';
import { Card, Facts } from '../../../components/card.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { Time } from '../../../components/time.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { ApiFault } from '../../../service/faults.ts';
import { useMay } from '../../../session/use-session.tsx';
import { useSayAction } from '../actions/actions.ts';
import styles from '../page.module.css';
import { useEvent, type ChainRow } from '../queries.ts';
import { GivenView } from '../verify/given-view.tsx';
import { RunView } from '../verify/run-view.tsx';
import { useVerify } from '../verify/use-verify.ts';
import { words } from '../words.ts';
import { Actor, Subject } from './cells.tsx';
import { Neighbours } from './neighbours.tsx';

/** One row of the trail: what it says, what stands beside it, and the proof that it is as it was signed. */
export function RowView({ eventId }: { eventId: string }) {
  const say = useWords(words);
  const event = useEvent(eventId);
  if (event.data !== undefined) return <Shown detail={event.data} />;
  if (!event.isError) return <SkeletonBlock lines={8} />;
  if (event.error instanceof ApiFault && event.error.code === 'not_found')
    return (
      <PageHeader title={say('missing')} actions={<Back look="button" />}>
        {say('missingText')}
      </PageHeader>
    );
  return <FaultState fault={event.error} onRetry={() => void event.refetch()} />;
}

function Back({ look }: { look: 'link' | 'button' }) {
  const say = useWords(words);
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, event: undefined })}
      className={look === 'button' ? buttonClass() : styles['back']}
    >
      {look === 'button' ? say('back') : `← ${say('back')}`}
    </Link>
  );
}

type Detail = NonNullable<ReturnType<typeof useEvent>['data']>;

function Shown({ detail: { row, before, after } }: { detail: Detail }) {
  const say = useWords(words);
  const sayAction = useSayAction();
  const verify = useVerify();
  const again = (): void => void verify.row(row);
  return (
    <>
      <Back look="link" />
      <PageHeader
        title={sayAction(row.action)}
        actions={
          <>
            <Replay row={row} />
            <Button look="primary" icon="audit" isBusy={verify.run.status === 'running'} onClick={again}>
              {say('verifyRow')}
            </Button>
          </>
        }
      >
        {say('place', { seq: row.seq })} · <Time at={row.at} how="exactTime" />
      </PageHeader>
      <div className={styles['stack']}>
        <Card>
          <RunView run={verify.run} onRetry={again} onStop={verify.stop} />
          <GivenView />
        </Card>
        <What row={row} />
        <Neighbours rows={[...before, row, ...after]} current={row.event_id} />
        <CodeBlock label={say('text')} code={row.canonical} />
      </div>
    </>
  );
}

/** The event of the session that the row is about; null for looks at it, which are no steps of it. */
function stepOf(row: ChainRow): number | null {
  const entry = entryOf(row.canonical);
  const isStep = String(entry?.['stream']).startsWith('session-');
  return isStep && typeof entry?.['revision'] === 'number' ? entry['revision'] : null;
}

/** Leads to the session as it was then: its time slider goes step by step from there. */
function Replay({ row }: { row: ChainRow }) {
  const say = useWords(words);
  const may = useMay();
  const revision = stepOf(row);
  if (row.subject.type !== 'session' || !may('sessions:read') || revision === null) return null;
  return (
    <Link to={`/sessions/${row.subject.id}`} search={{ tab: 'timeline', revision }} className={buttonClass()}>
      {say('replay')}
    </Link>
  );
}

function What({ row }: { row: ChainRow }) {
  const say = useWords(words);
  const format = useFormat();
  const hash = (value: string, what: string) => (
    <div className={styles['id']}>
      <code>{value}</code>
      <CopyButton text={value} what={what} />
    </div>
  );
  return (
    <Card title={say('row')}>
      <Facts
        facts={[
          { term: say('action'), value: <code>{row.action}</code> },
          { term: say('who'), value: <Actor row={row} /> },
          { term: say('actorId'), value: <code>{row.actor.id}</code> },
          {
            term: say('subject'),
            value: (
              <>
                <Subject row={row} />{' '}
                <Link to="/audit" search={{ subject: row.subject.id }} className={styles['soft']}>
                  {say('allOfSubject')}
                </Link>
              </>
            ),
          },
          ...(row.changed_fields.length > 0
            ? [{ term: say('fields'), value: <code>{row.changed_fields.join(', ')}</code> }]
            : []),
          ...(row.count === null ? [] : [{ term: say('reads'), value: format.number(row.count) }]),
          { term: say('request'), value: hash(row.request_id, say('request')) },
          { term: say('event'), value: hash(row.event_id, say('event')) },
          { term: say('hash'), value: hash(row.hash, say('hash')) },
        ]}
      />
    </Card>
  );
}
