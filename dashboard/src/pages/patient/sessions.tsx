import { Link } from '@tanstack/react-router';
import type { KnownPatient } from '../../app/known-patients.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSessionsOf, type PatientSession } from './queries.ts';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

export function SessionsOf({ patient }: { patient: KnownPatient }) {
  const say = useWords(words);
  const text = useText();
  const sayClinical = useWords(clinical);
  const sessions = useSessionsOf(patient);
  const columns: Column<PatientSession>[] = [
    {
      id: 'complaint',
      head: say('complaint'),
      cell: ({ session_id, chief_complaint }) => (
        <Link to={`/sessions/${session_id}`} preload={false}>
          {chief_complaint}
        </Link>
      ),
    },
    {
      id: 'level',
      head: say('level'),
      cell: ({ triage_level }) => <TriageLevel level={triage_level} />,
    },
    {
      id: 'diagnosis',
      head: say('diagnosis'),
      cell: ({ primary_diagnosis, primary_diagnosis_cs }) =>
        primary_diagnosis === null ? say('noDiagnosis') : text(primary_diagnosis, primary_diagnosis_cs),
    },
    {
      id: 'state',
      head: say('state'),
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'info' : 'good'}>{sayClinical(`status.${status}`)}</Badge>
      ),
    },
    { id: 'opened', head: say('opened'), cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  if (sessions.isError) return <FaultState fault={sessions.error} onRetry={() => void sessions.refetch()} />;
  return (
    <Table
      caption={say('sessions')}
      columns={columns}
      rows={sessions.data}
      keyOf={({ session_id }) => session_id}
      empty={
        <EmptyState icon="sessions" title={say('noSessions')}>
          {say('noSessionsText')}
        </EmptyState>
      }
    />
  );
}
