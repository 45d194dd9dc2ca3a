import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { NeedsWrite } from './needs-write.tsx';
import styles from './page.module.css';
import { GivenView } from './verify/given-view.tsx';
import { RunView } from './verify/run-view.tsx';
import { useVerify } from './verify/use-verify.ts';
import { words } from './words.ts';

/** Verifies every row from the first on: the browser reads the whole trail and makes the signed tree anew. */
export function WholeTrail() {
  const say = useWords(words);
  const may = useMay();
  const verify = useVerify();
  const again = (): void => void verify.trail();
  return (
    <div className={styles['stack']}>
      <Card title={say('wholeTitle')}>
        <p className={styles['soft']}>{say('wholeText')}</p>
        {may('admin:write') ? (
          <div>
            <Button look="primary" icon="audit" isBusy={verify.run.status === 'running'} onClick={again}>
              {say('wholeGo')}
            </Button>
          </div>
        ) : (
          <NeedsWrite />
        )}
        <RunView run={verify.run} onRetry={again} onStop={verify.stop} />
        <GivenView />
      </Card>
      <Card title={say('elsewhereTitle')}>
        <p>{say('elsewhereText')}</p>
        <p>
          <a href="/v1/docs/audit-proofs" target="_blank" rel="noreferrer">
            {say('elsewhereLink')}
          </a>
        </p>
      </Card>
    </div>
  );
}
