import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useWords } from '../../../i18n/language.tsx';
import type { Call } from '../calls.ts';
import type { Interview } from '../interview.ts';
import { useResults } from '../queries.ts';
import type { Viewed } from '../viewed-step.ts';
import { words } from '../words.ts';
import { Assessment } from './assessment.tsx';
import styles from './clinician.module.css';
import { Reasons } from './reasons.tsx';

type Props = { of: { interview: Interview; record: (call: Call) => void }; viewed: Viewed };

/** What the service thinks, beside the interview: as it is now, or as it was at the step that is looked at. */
export function Clinician(props: Props) {
  const say = useWords(words);
  const [open, setOpen] = useState<'now' | 'why'>('now');
  return (
    <Card title={say('clinicianSide')}>
      <Tabs
        label={say('clinicianSide')}
        open={open}
        onOpen={setOpen}
        tabs={[
          { id: 'now', label: say('now'), content: <Now {...props} /> },
          {
            id: 'why',
            label: say('why'),
            content: <Reasons of={props.of} isLatest={props.viewed.isLatest} />,
          },
        ]}
      />
    </Card>
  );
}

function Now({ of, viewed: { isLatest, step, index, steps, viewLatest } }: Props) {
  const say = useWords(words);
  const results = useResults(of);
  if (!isLatest && step) {
    const { triage_level: level, red_flags: flags = [], differentials = [] } = step.outcome;
    return (
      <div className={styles['now']}>
        <p className={styles['past']}>
          {say('asOf', { step: index + 1, steps: steps.length })}
          <Button size="small" onClick={viewLatest}>
            {say('toNow')}
          </Button>
        </p>
        {level === undefined ? (
          <p>{say('stateGone')}</p>
        ) : (
          <Assessment assessment={{ level, flags, differentials, newFlags: [] }} />
        )}
      </div>
    );
  }
  if (results.isError) return <FaultNotice fault={results.error} onRetry={() => void results.refetch()} />;
  if (!results.data) return <SkeletonBlock lines={8} />;
  const { triage_level: level, red_flags: flags, differentials } = results.data;
  return (
    <div className={styles['now']}>
      <Assessment assessment={{ level, flags, differentials, newFlags: of.interview.newFlags }} />
    </div>
  );
}
