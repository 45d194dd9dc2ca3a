import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import styles from './field.module.css';

type Props = {
  label: ReactNode;
  name: string;
  /** `2026-03-02`; undefined where no day is chosen. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A day to filter by. */
export const DateField = ({ label, name, value, onChange }: Props) => (
  <Field label={label} name={name}>
    {(control) => (
      <input
        {...control}
        type="date"
        name={name}
        className={styles['control']}
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      />
    )}
  </Field>
);
