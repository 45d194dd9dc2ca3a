import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card } from '../../../components/card.tsx';
import { DateField } from '../../../components/date-field.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { SelectField } from '../../../components/field.tsx';
import { Progress } from '../../../components/progress.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { useMay } from '../../../session/use-session.tsx';
import { NeedsWrite } from '../needs-write.tsx';
import styles from '../page.module.css';
import { words } from '../words.ts';
import { FORMATS, type Format } from './read.ts';
import { useExport, type ExportRun } from './use-export.ts';

/** The trail as a file, oldest row first. */
export function ExportView() {
  const say = useWords(words);
  const may = useMay();
  return (
    <Card title={say('exportTitle')}>
      <p className={styles['soft']}>{say('exportText')}</p>
      {may('admin:write') ? <ExportForm /> : <NeedsWrite />}
    </Card>
  );
}

function ExportForm() {
  const say = useWords(words);
  const [format, setFormat] = useState<Format>('csv');
  const [from, setFrom] = useState<string | undefined>();
  const [to, setTo] = useState<string | undefined>();
  const { run, start, stop } = useExport();
  const go = (): void => void start(format, { from, to });
  return (
    <>
      <div className={styles['filters']} role="group" aria-label={say('exportTitle')}>
        <SelectField
          label={say('format')}
          name="format"
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setFormat(FORMATS.find((each) => each === value) ?? 'csv')
          }
        >
          {FORMATS.map((each) => (
            <option key={each} value={each}>
              {say(each)}
            </option>
          ))}
        </SelectField>
        <DateField label={say('from')} name="from" value={from} onChange={setFrom} />
        <DateField label={say('to')} name="to" value={to} onChange={setTo} />
        <Button look="primary" icon="download" isBusy={run.status === 'running'} onClick={go}>
          {say('exportGo')}
        </Button>
      </div>
      <ExportProgress run={run} onRetry={go} onStop={stop} />
    </>
  );
}

type ProgressProps = { run: ExportRun; onRetry: () => void; onStop: () => void };

function ExportProgress({ run, onRetry, onStop }: ProgressProps) {
  const say = useWords(words);
  switch (run.status) {
    case 'idle':
      return null;
    case 'running':
      return (
        <Progress
          label={say('exportRows', { count: run.rows })}
          done={run.rows}
          max={run.total === null ? null : Math.max(run.total, run.rows, 1)}
          stop={say('stop')}
          onStop={onStop}
        />
      );
    case 'stopped':
      return <Callout isAnswer>{say('exportStopped')}</Callout>;
    case 'failed':
      return <FaultNotice fault={run.fault} onRetry={onRetry} />;
    case 'done':
      return <p role="status">{say('exportDone', { count: run.rows })}</p>;
  }
}
