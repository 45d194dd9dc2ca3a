import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import styles from './secret.module.css';

/** A secret that the service shows once. It lives in the page's state alone and is gone with it. */
export function Secret({ label, value }: { label: string; value: string }) {
  const say = useWords(common);
  return (
    <div className={styles['secret']}>
      <p className={styles['warning']}>
        <Icon name="warning" />
        {say('secretOnce')}
      </p>
      <div className={styles['row']}>
        <input
          className={styles['value']}
          aria-label={label}
          value={value}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={value} what={label} isWide />
      </div>
    </div>
  );
}
