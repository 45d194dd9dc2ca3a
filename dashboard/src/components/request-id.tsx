import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './fault.module.css';

/** The id of a call that failed, to be told to whoever runs the service. */
export function RequestId({ id }: { id: string }) {
  const say = useWords(common);
  return (
    <p className={styles['id']}>
      <span>
        {say('requestId')} <code>{id}</code>
      </span>
      <CopyButton text={id} what={say('requestId')} />
    </p>
  );
}
