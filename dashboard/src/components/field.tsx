import { useId, type ComponentProps, type ReactNode } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { useFieldFault } from './form.tsx';
import styles from './field.module.css';

type Common = {
  label: ReactNode;
  /** As the service calls the field: its complaints come back under this name. */
  name: string;
  hint?: ReactNode;
};
type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** Label, hint and complaint around a control, tied together for readers of screens. */
export function Field({
  label,
  name,
  hint,
  isOptional = false,
  children,
}: Common & { isOptional?: boolean; children: (control: Described) => ReactNode }) {
  const say = useWords(common);
  const id = useId();
  const fault = useFieldFault(name);
  const described = [hint !== undefined && `${id}-hint`, fault !== null && `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}> {say('optional')}</span>}
      </label>
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(fault !== null && { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== null && (
        <p className={styles['fault']} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

type Own<Tag extends 'input' | 'select' | 'textarea'> = Common &
  Omit<ComponentProps<Tag>, 'name' | 'id' | 'className' | 'children'>;

export function TextField({ label, name, hint, ...input }: Own<'input'>) {
  return (
    <Field label={label} name={name} hint={hint} isOptional={input.required !== true}>
      {(control) => <input type="text" {...input} {...control} name={name} className={styles['control']} />}
    </Field>
  );
}

export function TextArea({ label, name, hint, ...input }: Own<'textarea'>) {
  return (
    <Field label={label} name={name} hint={hint} isOptional={input.required !== true}>
      {(control) => <textarea rows={4} {...input} {...control} name={name} className={styles['control']} />}
    </Field>
  );
}

export function SelectField({
  label,
  name,
  hint,
  children,
  ...input
}: Own<'select'> & { children: ReactNode }) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(control) => (
        <select {...input} {...control} name={name} className={styles['control']}>
          {children}
        </select>
      )}
    </Field>
  );
}

type Tick = { label: ReactNode; name: string; hint?: ReactNode } & Omit<
  ComponentProps<'input'>,
  'name' | 'id' | 'className' | 'type'
> & { type?: 'checkbox' | 'radio' };

/** A box to tick, or one of several to choose. */
export function Choice({ label, name, hint, type = 'checkbox', ...input }: Tick) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <input
        {...input}
        type={type}
        id={id}
        name={name}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Several choices under one heading. */
export function ChoiceGroup({
  label,
  name,
  children,
}: {
  label: ReactNode;
  name: string;
  children: ReactNode;
}) {
  const id = useId();
  const fault = useFieldFault(name);
  return (
    <fieldset className={styles['group']} {...(fault !== null && { 'aria-describedby': `${id}-fault` })}>
      <legend className={styles['label']}>{label}</legend>
      {children}
      {fault !== null && (
        <p className={styles['fault']} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
