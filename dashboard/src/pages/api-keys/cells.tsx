import { Badge } from '../../components/badge.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import styles from './cells.module.css';
import { useMemberNames, type ApiKey } from './queries.ts';
import { SCOPES } from './scopes.ts';
import { words } from './words.ts';

type Cell = { apiKey: ApiKey };

export const isTest = ({ key_prefix }: ApiKey): boolean => key_prefix.startsWith('svc_test_');

export const Name = ({ apiKey: { name, key_prefix, key_suffix } }: Cell) => (
  <div className={styles['stack']}>
    <strong>{name}</strong>
    <code className={styles['soft']}>
      {key_prefix}…{key_suffix}
    </code>
  </div>
);

export function Mode({ apiKey }: Cell) {
  const say = useWords(words);
  return isTest(apiKey) ? <Badge>{say('test')}</Badge> : <Badge tone="accent">{say('live')}</Badge>;
}

export function Rights({ apiKey: { scopes } }: Cell) {
  const say = useWords(words);
  const format = useFormat();
  const text =
    scopes.length === SCOPES.length ? say('allScopes') : say('someScopes', { count: scopes.length });
  return (
    <details className={styles['rights']}>
      <summary>{text}</summary>
      <span className={styles['soft']}>{format.list(scopes)}</span>
    </details>
  );
}

export function LastUsed({ apiKey: { last_used_at } }: Cell) {
  const say = useWords(common);
  return last_used_at === null ? (
    <span className={styles['soft']}>{say('never')}</span>
  ) : (
    <Ago at={last_used_at} />
  );
}

export function Made({ apiKey: { created_at, created_by } }: Cell) {
  const say = useWords(words);
  const names = useMemberNames();
  const who = ((): string | null => {
    if (created_by === null || names.data === undefined) return null;
    switch (created_by.type) {
      case 'member':
        return names.data.get(created_by.id) ?? say('byFormer');
      case 'api_key':
        return say('byKey', { key: created_by.id.slice(-6) });
      default:
        return say('byOperator');
    }
  })();
  return (
    <div className={styles['stack']}>
      <Time at={created_at} how="date" />
      {who !== null && <span className={styles['soft']}>{say('createdBy', { who })}</span>}
    </div>
  );
}
