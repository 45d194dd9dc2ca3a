import { Callout } from '../../../components/callout.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { Progress } from '../../../components/progress.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { ResultView } from './result.tsx';
import type { Run } from './use-verify.ts';
import { verifyWords } from './words.ts';

type Props = { run: Run; onRetry: () => void; onStop: () => void };

/** A verification on its way, and how it ended; nothing before the first one. */
export function RunView({ run, onRetry, onStop }: Props) {
  const say = useWords(verifyWords);
  switch (run.status) {
    case 'idle':
      return null;
    case 'running':
      if (run.progress === null) return <SkeletonBlock lines={3} />;
      return (
        <Progress
          label={say('progress', { done: run.progress.done, count: run.progress.total })}
          done={run.progress.done}
          max={run.progress.total}
          stop={say('stop')}
          onStop={onStop}
        />
      );
    case 'stopped':
      return <Callout isAnswer>{say('stopped')}</Callout>;
    case 'uncheckable':
      return (
        <Callout tone="warn" isAnswer>
          {say('uncheckable')}{' '}
          <a href="/v1/docs/audit-proofs" target="_blank" rel="noreferrer">
            {say('how')}
          </a>
        </Callout>
      );
    case 'failed':
      return <FaultNotice fault={run.fault} onRetry={onRetry} />;
    case 'done':
      return <ResultView result={run.result} />;
  }
}
