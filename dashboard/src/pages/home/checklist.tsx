import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import type { Step } from './setup.ts';
import { words } from './words.ts';

/** What a new tenant has still to do, with the page that does it. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const say = useWords(words);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={say('setup')}
      actions={<span className={styles['soft']}>{say('setupDone', { done, all: steps.length })}</span>}
    >
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <li key={step.id} className={styles['step']} data-done={step.isDone}>
            <span className={styles['mark']} aria-hidden="true">
              {step.isDone ? <Icon name="check" /> : index + 1}
            </span>
            <div className={styles['stepText']}>
              <h3>{say(`step.${step.id}`)}</h3>
              <p className={styles['soft']}>{say(`step.${step.id}.text`)}</p>
            </div>
            <StepEnd step={step} />
          </li>
        ))}
      </ol>
      <p className={styles['soft']}>
        {say('docsText')}{' '}
        <a href="/v1/docs/quickstart" target="_blank" rel="noreferrer">
          {say('docsGo')}
        </a>
      </p>
    </Card>
  );
}

function StepEnd({ step: { id, to, isDone, isMine } }: { step: Step }) {
  const say = useWords(words);
  if (isDone) return <Badge tone="good">{say('done')}</Badge>;
  if (!isMine) return <span className={styles['soft']}>{say('notMine')}</span>;
  return (
    <Link to={to} className={buttonClass({ size: 'small' })}>
      {say(`step.${id}.go`)}
    </Link>
  );
}
