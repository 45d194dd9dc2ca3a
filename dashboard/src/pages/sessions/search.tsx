import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit, textOf } from '../../components/form.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import type { Wanted } from './queries.ts';
import { words } from './words.ts';

type Props = { wanted: Wanted | null; onSearch: (wanted: Wanted | null) => void };

/** Finds the sessions of a patient or a complaint. What is typed stays in this page's memory. */
export function Search({ wanted, onSearch }: Props) {
  const say = useWords(words);
  const send = (values: FormData): Promise<void> => {
    const where = values.get('in') === 'patient_id' ? 'patient_id' : 'chief_complaint';
    onSearch({ in: where, text: textOf(values, 'text').trim() });
    return Promise.resolve();
  };
  if (wanted !== null)
    return (
      <p className={styles['searched']}>
        <span>{say('searched', { what: say(`in.${wanted.in}`), text: wanted.text })}</span>
        <Button size="small" icon="cross" onClick={() => onSearch(null)}>
          {say('searchEnd')}
        </Button>
      </p>
    );
  return (
    <details className={styles['columns']}>
      <summary>{say('search')}</summary>
      <Form onSend={send}>
        <div className={styles['search']}>
          <SelectField label={say('searchIn')} name="in">
            <option value="chief_complaint">{say('in.chief_complaint')}</option>
            <option value="patient_id">{say('in.patient_id')}</option>
          </SelectField>
          <TextField
            label={say('searchFor')}
            name="text"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            hint={say('searchHint')}
          />
          <Submit>{say('search')}</Submit>
        </div>
      </Form>
    </details>
  );
}
