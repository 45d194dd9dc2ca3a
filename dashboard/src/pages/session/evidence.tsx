import { Badge, type Tone } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { evidenceOf, type Understood } from './happened.ts';
import styles from './page.module.css';
import { useFindingNames, useHistory } from './queries.ts';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

const TONES: Record<Understood['status'], Tone> = { present: 'accent', absent: 'neutral', unknown: 'warn' };

/** Each finding that the session knows of, with the words it was read from. */
export function EvidenceView({ sessionId }: { sessionId: string }) {
  const say = useWords(words);
  const history = useHistory(sessionId);
  const rows = history.data && evidenceOf(history.data);
  const columns = useColumns(rows ?? []);
  if (history.isError) return <FaultState fault={history.error} onRetry={() => void history.refetch()} />;
  return (
    <>
      <p className={styles['lead']}>{say('evidenceLead')}</p>
      <Table
        caption={say('evidence')}
        columns={columns}
        rows={rows}
        keyOf={({ finding }) => finding}
        empty={
          <EmptyState icon="search" title={say('noEvidence')}>
            {say('noEvidenceText')}
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(rows: readonly Understood[]): Column<Understood>[] {
  const say = useWords(words);
  const format = useFormat();
  const text = useText();
  const names = useFindingNames(rows.map(({ finding }) => finding));
  return [
    {
      id: 'finding',
      head: say('finding'),
      cell: ({ finding }) => {
        const named = names.get(finding);
        return (
          <div className={styles['stack']}>
            {named === undefined ? <code>{finding}</code> : text(named.name, named.name_cs)}
            {named !== undefined && <code className={styles['soft']}>{finding}</code>}
          </div>
        );
      },
    },
    {
      id: 'said',
      head: say('said'),
      cell: ({ status }) => <Badge tone={TONES[status]}>{say(`said.${status}`)}</Badge>,
    },
    {
      id: 'value',
      head: say('value'),
      cell: ({ value, finding }) => {
        const unit = names.get(finding)?.unit ?? '';
        return value === undefined ? '–' : `${value} ${unit}`.trim();
      },
    },
    {
      id: 'from',
      head: say('from'),
      cell: ({ span, source, revision }) => (
        <div className={styles['stack']}>
          {span !== undefined && <q>{span.text}</q>}
          <span className={styles['soft']}>
            {say(`source.${source}`)} · {say('revision')} {revision}
          </span>
        </div>
      ),
    },
    {
      id: 'confidence',
      head: say('confidence'),
      isNumber: true,
      cell: ({ confidence }) => format.percent(confidence),
    },
  ];
}
