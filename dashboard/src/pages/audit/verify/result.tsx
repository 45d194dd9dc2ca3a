import { Button } from '../../../components/button.tsx';
import { Facts } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { jsonFile, saveFile } from '../../../components/save-file.ts';
import { useToast } from '../../../components/toast.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { headOf, verdictOf, type Check, type Verdict } from './checks.ts';
import { NOT_CHECKED, savedForm, type Result } from './saved.ts';
import styles from './verify.module.css';
import { verifyWords } from './words.ts';

const TONES = { intact: 'good', broken: 'bad', unproven: 'warn' } as const;
const ICONS: Record<Verdict, IconName> = { intact: 'check', broken: 'warning', unproven: 'info' };

/** What came of a verification: what was checked, what was not, and the file of it. */
export function ResultView({ result }: { result: Result }) {
  const say = useWords(verifyWords);
  const tell = useToast();
  const said = useSaid(result);
  const verdict = verdictOf(result.checks);
  const save = (): void => {
    saveFile(jsonFile(`audit-verification-${result.at.slice(0, 10)}.json`, savedForm(result)));
    tell(say('saved'));
  };
  return (
    <div className={styles['result']}>
      <div className={styles['verdict']} data-tone={TONES[verdict]} aria-live="polite">
        <Icon name={ICONS[verdict]} />
        <div>
          <strong>{say(`verdict.${verdict}`)}</strong>
          <p>{said}</p>
        </div>
        <Button size="small" icon="download" onClick={save}>
          {say('save')}
        </Button>
      </div>
      <CheckList checks={result.checks} />
      <Signed result={result} />
    </div>
  );
}

function useSaid({ subject, checks }: Result): string {
  const say = useWords(verifyWords);
  const verdict = verdictOf(checks);
  switch (subject.kind) {
    case 'row':
      return say(`said.row.${verdict}`, { seq: subject.seq ?? 0 });
    case 'rows': {
      const count = (of: Verdict) => subject.rows.filter((row) => row.verdict === of).length;
      if (verdict === 'broken' && count('broken') === 0) return say('said.rows.head');
      return say(`said.rows.${verdict}`, { count: count(verdict) });
    }
    case 'trail': {
      if (verdict === 'unproven') return say('said.trail.unproven');
      if (verdict === 'broken')
        return [
          say('said.trail.broken'),
          ...(subject.broken === null ? [] : [say('said.trail.at', { seq: subject.broken.seq })]),
        ].join(' ');
      const newer = subject.rows - subject.covered;
      return [
        say('said.trail.intact', { count: subject.covered }),
        ...(newer === 0 ? [] : [say('said.trail.newer', { count: newer })]),
      ].join(' ');
    }
  }
}

const MARKS: Record<Check['state'], IconName> = { right: 'check', wrong: 'cross', open: 'info' };

function CheckList({ checks }: { checks: readonly Check[] }) {
  const say = useWords(verifyWords);
  const entry = ({ name, state, fault }: Check) => (
    <li key={name} data-state={state}>
      <Icon name={MARKS[state]} />
      <div>
        {say(`check.${name}`)}
        {state === 'wrong' && (
          <>
            {' – '}
            <strong>{say('wrong')}</strong>
          </>
        )}
        {fault !== null && <p>{say(`fault.${fault}`)}</p>}
      </div>
    </li>
  );
  return (
    <div className={styles['lists']}>
      <section>
        <h2>{say('checked')}</h2>
        <ul className={styles['checks']}>{checks.filter(({ state }) => state !== 'open').map(entry)}</ul>
      </section>
      <section>
        <h2>{say('notChecked')}</h2>
        <ul className={styles['checks']}>
          {checks.filter(({ state }) => state === 'open').map(entry)}
          {NOT_CHECKED.map((name) => (
            <li key={name} data-state="open">
              <Icon name="info" />
              <div>{say(`not.${name}`)}</div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Signed({ result: { proof, fingerprint } }: { result: Result }) {
  const say = useWords(verifyWords);
  const format = useFormat();
  const head = headOf(proof);
  if (head === null || fingerprint === null) return null;
  const print = (
    <div className={styles['id']}>
      <code>{fingerprint}</code>
      <CopyButton text={fingerprint} what={say('fingerprint')} />
    </div>
  );
  const at = say('headAt', { count: head.tree_size, at: format.exactTime(head.at) });
  return (
    <Facts
      facts={[
        { term: say('head'), value: at },
        { term: say('fingerprint'), value: print },
      ]}
    />
  );
}
