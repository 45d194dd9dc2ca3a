import type { KnownPatient } from '../../app/known-patients.ts';
import { Card, Facts } from '../../components/card.tsx';
import { FaultState } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useText } from '../../i18n/texts.ts';
import styles from './page.module.css';
import { useSummary, type Summary } from './queries.ts';
import { words } from './words.ts';

/** All sessions of the patient in one view. */
export function SummaryView({ patient }: { patient: KnownPatient }) {
  const summary = useSummary(patient);
  if (summary.isError) return <FaultState fault={summary.error} onRetry={() => void summary.refetch()} />;
  if (summary.data === undefined) return <SkeletonBlock lines={6} />;
  return <Shown summary={summary.data} />;
}

function Shown({ summary }: { summary: Summary }) {
  const say = useWords(words);
  const text = useText();
  const sayCommon = useWords(common);
  const format = useFormat();
  const { first_session_at, last_session_at, most_urgent_triage_level: urgent } = summary;
  const at = (time: string | null) => (time === null ? sayCommon('never') : <Time at={time} />);
  const names = (all: readonly string[]) =>
    all.length === 0 ? (
      sayCommon('none')
    ) : (
      <ul className={styles['list']}>
        {all.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    );
  return (
    <Card title={say('overall')}>
      <Facts
        facts={[
          {
            term: say('mostUrgent'),
            value: urgent === null ? sayCommon('none') : <TriageLevel level={urgent} />,
          },
          { term: say('finished'), value: format.number(summary.sessions_finalized) },
          { term: say('running'), value: format.number(summary.sessions_active) },
          { term: say('first'), value: at(first_session_at) },
          { term: say('last'), value: at(last_session_at) },
          { term: say('flags'), value: names(summary.red_flags_ever_seen) },
          {
            term: say('complaints'),
            value: names(
              summary.complaints.map(({ complaint, sessions }) =>
                say('times', { name: complaint, count: sessions }),
              ),
            ),
          },
          {
            term: say('diagnoses'),
            value: names(
              summary.primary_diagnoses.map(({ diagnosis, diagnosis_cs, sessions }) =>
                say('times', { name: text(diagnosis, diagnosis_cs), count: sessions }),
              ),
            ),
          },
        ]}
      />
    </Card>
  );
}
