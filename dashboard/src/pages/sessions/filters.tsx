import { Button } from '../../components/button.tsx';
import { DateField } from '../../components/date-field.tsx';
import { Choice, SelectField } from '../../components/field.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import {
  COLUMNS,
  FLAGS,
  isFiltered,
  keptColumns,
  LEVELS,
  MODES,
  NO_FILTER,
  shownColumns,
  STATUSES,
  type Place,
} from './place.ts';
import { words } from './words.ts';

type Props = { place: Place; onChange: (change: Partial<Place>) => void };

/** The filters that the address keeps. Each change begins at the first page. */
export function Filters({ place, onChange }: Props) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const filter = (change: Partial<Place>): void => onChange({ ...change, offset: undefined });
  /** A select of some values, of which the empty one is any. */
  const select = <const T extends string>(
    name: 'status' | 'level' | 'flags' | 'mode',
    values: readonly T[],
    nameOf: (value: Exclude<T, ''>) => string,
  ) => (
    <SelectField
      label={say(name)}
      name={name}
      value={place[name]}
      onChange={({ currentTarget }) => {
        const value = values.find((each) => each === currentTarget.value);
        if (value !== undefined) filter({ [name]: value });
      }}
    >
      {values.map((value) => (
        <option key={value} value={value}>
          {value === '' ? say('any') : nameOf(value as Exclude<T, ''>)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <div className={styles['filters']} role="group" aria-label={say('filters')}>
      {select('status', STATUSES, (status) => sayClinical(`status.${status}`))}
      {select('level', LEVELS, (level) => sayClinical(`level.${level}`))}
      {select('flags', FLAGS, () => say('flags.any'))}
      {select('mode', MODES, (mode) => sayClinical(`mode.${mode}`))}
      <DateField label={say('from')} name="from" value={place.from} onChange={(from) => filter({ from })} />
      <DateField label={say('to')} name="to" value={place.to} onChange={(to) => filter({ to })} />
      {isFiltered(place) && (
        <Button look="quiet" icon="cross" onClick={() => onChange(NO_FILTER)}>
          {say('clear')}
        </Button>
      )}
    </div>
  );
}

/** Which columns the list has. */
export function Columns({ place, onChange }: Props) {
  const say = useWords(words);
  const shown = shownColumns(place);
  return (
    <details className={styles['columns']}>
      <summary>{say('columns')}</summary>
      <div className={styles['choices']} role="group" aria-label={say('columns')}>
        {COLUMNS.map((id) => (
          <Choice
            key={id}
            name={id}
            label={say(`column.${id}`)}
            checked={shown.includes(id)}
            onChange={({ currentTarget }) =>
              onChange({
                columns: keptColumns(
                  currentTarget.checked ? [...shown, id] : shown.filter((each) => each !== id),
                ),
              })
            }
          />
        ))}
      </div>
    </details>
  );
}
