import { useEffect, useId, useRef, type SubmitEvent } from 'react';
import styles from './answer.module.css';

type Props = {
  label: string;
  action: string;
  hint?: string;
  isBusy: boolean;
  /** Does not call for the eye: the question does. */
  isQuiet?: boolean;
  /** Takes the keyboard as it appears: whoever asked for it wants to type. */
  isFocused?: boolean;
  onSend: (text: string) => void;
};

const LONGEST = 5_000;

/** A text of the patient's. */
export function OwnWords({ label, action, hint, isBusy, isQuiet = false, isFocused = false, onSend }: Props) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) area.current?.focus();
  }, [isFocused]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = area.current?.value.trim() ?? '';
    if (!isBusy && text !== '') onSend(text);
  };
  return (
    <form className={styles['words']} onSubmit={submit}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        ref={area}
        id={id}
        className={styles['input']}
        rows={3}
        maxLength={LONGEST}
        required
        autoComplete="off"
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
      />
      <button type="submit" className={styles['send']} data-quiet={isQuiet} aria-disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}
