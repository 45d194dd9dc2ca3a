import { useId, type ReactNode, type SubmitEvent } from 'react';
import { useConcept } from '../queries.ts';
import type { AnswerProps } from './answer-props.ts';
import styles from './answer.module.css';
import { textIn, usePatientLanguage, usePatientWords } from './language.tsx';

const onSubmit =
  (isBusy: boolean, send: (values: FormData) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) send(new FormData(event.currentTarget));
  };

const Row = ({
  isBusy,
  send,
  children,
}: {
  isBusy: boolean;
  send: (values: FormData) => void;
  children: ReactNode;
}) => {
  const say = usePatientWords();
  return (
    <form className={styles['row']} onSubmit={onSubmit(isBusy, send)}>
      {children}
      <button type="submit" className={styles['send']} aria-disabled={isBusy}>
        {say('send')}
      </button>
    </form>
  );
};

const Amount = (bounds: { min?: number | undefined; max?: number | undefined }) => (
  <input
    className={styles['input']}
    name="value"
    type="number"
    inputMode="decimal"
    step="any"
    {...bounds}
    required
    autoComplete="off"
  />
);

/** Several of the choices. They go as text, of which the service understands each. */
export function Several({ question: { choices }, isBusy, send }: AnswerProps) {
  const language = usePatientLanguage();
  const chosen = (values: FormData): void => {
    const texts = choices
      .map((choice) => textIn(language, choice))
      .filter((text) => values.getAll('choice').includes(text));
    if (texts.length > 0) send({ raw_text: texts.join(', ') });
  };
  return (
    <Row isBusy={isBusy} send={chosen}>
      <div className={styles['list']}>
        {choices.map((choice) => (
          <label key={choice.code} className={styles['tick']}>
            <input type="checkbox" name="choice" value={textIn(language, choice)} />
            {textIn(language, choice)}
          </label>
        ))}
      </div>
    </Row>
  );
}

/** A number in the unit that the question names, within the bounds of the catalogue. */
export function Measure({ question: { question_id: id, unit }, isBusy, send }: AnswerProps) {
  const say = usePatientWords();
  const concept = useConcept(id);
  return (
    <Row isBusy={isBusy} send={(values) => send({ extracted_fields: { [id]: Number(values.get('value')) } })}>
      <label className={styles['measure']}>
        <span className={styles['label']}>{say('number')}</span>
        <Amount min={concept.data?.minimum ?? undefined} max={concept.data?.maximum ?? undefined} />
        {unit !== null && <span>{unit}</span>}
      </label>
    </Row>
  );
}

/** How many hours the units have; a month has 30 days, as for the service. */
const HOURS = { hour: 1, day: 24, week: 168, month: 720, year: 8_760 } as const;
const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const;

/** A length of time, which goes as hours. */
export function Duration({ question: { question_id: id }, isBusy, send }: AnswerProps) {
  const say = usePatientWords();
  const unitId = useId();
  const hours = (values: FormData): void => {
    const unit = UNITS.find((each) => each === values.get('unit')) ?? 'day';
    send({ extracted_fields: { [id]: Number(values.get('value')) * HOURS[unit] } });
  };
  return (
    <Row isBusy={isBusy} send={hours}>
      <label className={styles['measure']}>
        <span className={styles['label']}>{say('number')}</span>
        <Amount min={0} />
      </label>
      <div className={styles['measure']}>
        <label className={styles['label']} htmlFor={unitId}>
          {say('unit')}
        </label>
        <select id={unitId} className={styles['input']} name="unit" defaultValue="day">
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {say(`unit.${unit}`)}
            </option>
          ))}
        </select>
      </div>
    </Row>
  );
}
