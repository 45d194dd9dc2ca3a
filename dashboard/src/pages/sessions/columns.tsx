import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useText } from '../../i18n/texts.ts';
import styles from './page.module.css';
import type { ColumnId } from './place.ts';
import type { SessionItem } from './queries.ts';
import { words } from './words.ts';

/** The complaint, which leads to the session, and the columns that are chosen. */
export function useColumns(shown: readonly ColumnId[]): Column<SessionItem>[] {
  const say = useWords(words);
  const format = useFormat();
  const text = useText();
  const cells: Record<ColumnId, Omit<Column<SessionItem>, 'id' | 'head'>> = {
    level: { cell: ({ triage_level }) => <TriageLevel level={triage_level} /> },
    diagnosis: {
      cell: ({ primary_diagnosis, primary_diagnosis_cs, primary_diagnosis_icd }) =>
        primary_diagnosis === null ? (
          <Soft>{say('noDiagnosis')}</Soft>
        ) : (
          <div className={styles['stack']}>
            {text(primary_diagnosis, primary_diagnosis_cs)}
            {primary_diagnosis_icd !== null && <Soft>{primary_diagnosis_icd}</Soft>}
          </div>
        ),
    },
    status: { cell: (session) => <Status session={session} /> },
    patient: {
      cell: ({ patient_id }) =>
        patient_id === null ? <Soft>{say('noPatient')}</Soft> : <code>{patient_id}</code>,
    },
    questions: { isNumber: true, cell: ({ questions_asked }) => format.number(questions_asked) },
    flags: { isNumber: true, cell: ({ red_flags }) => format.number(red_flags.length) },
    opened: { cell: ({ created_at }) => <Time at={created_at} /> },
  };
  return [
    {
      id: 'complaint',
      head: say('complaint'),
      cell: ({ session_id, chief_complaint }) => (
        <div className={styles['stack']}>
          <Link to={`/sessions/${session_id}`} className={styles['complaint']} preload={false}>
            {chief_complaint}
          </Link>
          <Soft>
            <code>…{session_id.slice(-12)}</code>
          </Soft>
        </div>
      ),
    },
    ...shown.map((id) => ({ id, head: say(`column.${id}`), ...cells[id] })),
  ];
}

const Soft = ({ children }: { children: ReactNode }) => <span className={styles['soft']}>{children}</span>;

function Status({ session: { status, test, held } }: { session: SessionItem }) {
  const say = useWords(clinical);
  return (
    <div className={styles['badges']}>
      <Badge tone={status === 'active' ? 'info' : 'good'}>{say(`status.${status}`)}</Badge>
      {test && <Badge>{say('mode.test')}</Badge>}
      {held && <Badge tone="warn">{say('held')}</Badge>}
    </div>
  );
}
