import { erasure } from '../../i18n/erasure/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import styles from './erasure.module.css';

/** The reason of the hold that a refusal names: of the session, or of its patient. Null for any other fault. */
export function holdIn(fault: unknown): string | null {
  if (!(fault instanceof ApiFault) || fault.code !== 'conflict') return null;
  const hold = fault.detail['hold'];
  if (typeof hold !== 'object' || hold === null) return null;
  return 'reason' in hold && typeof hold.reason === 'string' ? hold.reason : '';
}

/** In the place of a change that a legal hold forbids. */
export function HeldNotice({ reason }: { reason: string | null }) {
  const say = useWords(erasure);
  return (
    <div className={styles['held']} role="alert">
      <strong>{say('heldTitle')}</strong>
      <p>{say('heldText')}</p>
      {reason !== null && reason !== '' && <p>{say('heldReason', { reason })}</p>}
    </div>
  );
}
