import { CopyButton } from './copy-button.tsx';
import styles from './code-block.module.css';

/** Code to read and copy. `label` says what it is; the block can be scrolled by keyboard. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <figure className={styles['figure']}>
    <figcaption className={styles['head']}>
      <span>{label}</span>
      <CopyButton text={code} what={label} />
    </figcaption>
    <pre className={styles['code']} tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
  </figure>
);
