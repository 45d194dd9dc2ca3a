import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TRIAGE_LEVELS } from '../../components/triage-level.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { Figures } from './figures.tsx';
import { Loaded } from './loaded.tsx';
import styles from './page.module.css';
import type { Mode } from './place.ts';
import { useStats, type Stats } from './queries.ts';
import { words } from './words.ts';

/** The sessions of the last days by the triage level at which they stand. */
export function Sessions({ mode }: { mode: Mode }) {
  const say = useWords(words);
  const may = useMay();
  const stats = useStats(mode);
  return (
    <Card
      title={say('sessions')}
      actions={
        may('sessions:read') && (
          <Link to="/sessions" search={mode === '' ? {} : { mode }} className={styles['more']}>
            {say('allSessions')}
          </Link>
        )
      }
    >
      <Loaded query={stats} lines={14}>
        {({ sessions }) => (sessions.total === 0 ? <NoSession /> : <OverTime sessions={sessions} />)}
      </Loaded>
    </Card>
  );
}

function NoSession() {
  const say = useWords(words);
  const may = useMay();
  return (
    <EmptyState
      icon="sessions"
      title={say('noSession')}
      action={
        may('sessions:write') && (
          <Link to="/try" className={buttonClass()}>
            {say('step.session.go')}
          </Link>
        )
      }
    >
      {say('noSessionText')}
    </EmptyState>
  );
}

function OverTime({ sessions }: Pick<Stats, 'sessions'>) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const format = useFormat();
  const { total, by_status, by_day } = sessions;
  const times = useMemo(() => by_day.map(({ day }) => `${day}T00:00:00Z`), [by_day]);
  const series = useMemo(
    () =>
      TRIAGE_LEVELS.map((level) => ({
        name: sayClinical(`level.${level}`),
        level,
        values: by_day.map(({ by_triage_level }) => by_triage_level[level]),
      })),
    [by_day, sayClinical],
  );
  return (
    <>
      <Figures
        figures={[
          { term: say('total'), value: format.number(total) },
          { term: say('active'), value: format.number(by_status.active) },
          { term: say('finished'), value: format.number(by_status.finalized) },
        ]}
      />
      <Chart kind="stacked" step="day" label={say('sessionsLabel')} times={times} series={series} />
    </>
  );
}
