import { createContext, use, useRef, useState, type SubmitEvent, type ReactNode } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { ApiFault } from '../service/faults.ts';
import { Button } from './button.tsx';
import { FaultNotice } from './fault.tsx';
import styles from './form.module.css';

type FaultsByField = ReadonlyMap<string, string>;
const FaultsContext = createContext<FaultsByField>(new Map());
const BusyContext = createContext(false);

/** What is wrong with a field, in words; null where nothing is. */
export const useFieldFault = (name: string): string | null => use(FaultsContext).get(name) ?? null;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter((element): element is Control => 'validity' in element && 'name' in element);

/** What the browser finds wrong before anything is sent, as the code that the service would give it. */
function codeOf({ validity }: Control): string | null {
  if (validity.valid) return null;
  if (validity.valueMissing) return 'required';
  if (validity.tooShort || validity.rangeUnderflow) return 'too_small';
  if (validity.tooLong || validity.rangeOverflow) return 'too_big';
  return 'invalid_format';
}

const FIELD_CODES = [
  'required',
  'invalid_type',
  'too_small',
  'too_big',
  'invalid_value',
  'invalid_format',
  'invalid_text',
  'common_password',
  'invalid_token',
] as const;
type FieldCode = (typeof FIELD_CODES)[number];
const isFieldCode = (code: string): code is FieldCode => FIELD_CODES.some((each) => each === code);

/**
 * A form over the browser's own controls: what is typed stays in them whatever happens to the page around. `onSend` may
 * throw an ApiFault: complaints about fields go to the fields of that name, everything else above the buttons.
 */
export function Form({
  onSend,
  children,
}: {
  onSend: (values: FormData) => Promise<unknown>;
  children: ReactNode;
}) {
  const say = useWords(common);
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<FaultsByField>(new Map());
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const show = (codes: readonly (readonly [name: string, code: string])[]): void => {
    const words = codes.map(
      ([name, code]) => [name, say(isFieldCode(code) ? `field.${code}` : 'field.other')] as const,
    );
    setFaults(new Map(words));
    const first = controlsOf(form.current ?? document.createElement('form')).find(({ name }) =>
      codes.some(([wrong]) => wrong === name),
    );
    first?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setFault(null);
    const wrong = controlsOf(event.currentTarget).flatMap((control) => {
      const code = codeOf(control);
      return code === null ? [] : [[control.name, code] as const];
    });
    show(wrong);
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      await onSend(new FormData(event.currentTarget));
    } catch (caught) {
      const names = new Set(
        controlsOf(form.current ?? document.createElement('form')).map(({ name }) => name),
      );
      const fields = caught instanceof ApiFault ? caught.fields : [];
      // `scopes.0` is a complaint about the field `scopes`.
      const own = fields.map(({ field, code }) => [field.split('.')[0] ?? field, code] as const);
      show(own.filter(([name]) => names.has(name)));
      if (own.length === 0 || own.some(([name]) => !names.has(name))) setFault(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <FaultsContext value={faults}>
        <BusyContext value={isBusy}>
          {children}
          {fault !== null && <FaultNotice fault={fault} />}
        </BusyContext>
      </FaultsContext>
    </form>
  );
}

/** Sends the form that it stands in. */
export const Submit = ({
  children,
  look = 'primary',
}: {
  children: ReactNode;
  look?: 'primary' | 'danger';
}) => (
  <Button type="submit" look={look} isBusy={use(BusyContext)}>
    {children}
  </Button>
);

/** The text of a field; empty where there is none. */
export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
};

/** Buttons at the end of a form or dialog. */
export const FormButtons = ({ children }: { children: ReactNode }) => (
  <footer className={styles['buttons']}>{children}</footer>
);
