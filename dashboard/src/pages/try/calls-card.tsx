import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useWords } from '../../i18n/language.tsx';
import { curlScript, KEY_PLACEHOLDER, typescriptProgram, type Call } from './calls.ts';
import styles from './calls-card.module.css';
import { words } from './words.ts';

/** What the interview would look like in the code of a partner. */
export function CallsCard({ calls }: { calls: readonly Call[] }) {
  const say = useWords(words);
  // Not in the address: it would come back on an interview that is gone.
  const [open, setOpen] = useState<'curl' | 'typescript'>('curl');
  return (
    <Card title={say('calls')}>
      <p className={styles['lead']}>{say('callsLead', { placeholder: KEY_PLACEHOLDER })}</p>
      <Tabs
        label={say('calls')}
        open={open}
        onOpen={setOpen}
        tabs={[
          {
            id: 'curl',
            label: say('curl'),
            content: <CodeBlock label={say('curl')} code={curlScript(location.origin, calls)} />,
          },
          {
            id: 'typescript',
            label: say('typescript'),
            content: <CodeBlock label={say('typescript')} code={typescriptProgram(location.origin, calls)} />,
          },
        ]}
      />
    </Card>
  );
}
