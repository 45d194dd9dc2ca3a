import { Button } from '../../../components/button.tsx';
import { DateField } from '../../../components/date-field.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { actionGroups, ACTIONS, useSayAction, useSayGroup } from '../actions/actions.ts';
import styles from '../page.module.css';
import { isFiltered, NO_FILTER, SUBJECT, type Filter } from '../place.ts';
import { useNames } from '../queries.ts';
import { words } from '../words.ts';

type Props = { filter: Filter; onChange: (change: Partial<Filter>) => void };

/** Which rows are shown: the address keeps it. */
export function Filters({ filter, onChange }: Props) {
  const say = useWords(words);
  const { from, to } = filter;
  return (
    <div className={styles['filters']} role="search" aria-label={say('filters')}>
      <ActionField filter={filter} onChange={onChange} />
      <ActorField filter={filter} onChange={onChange} />
      <SubjectField key={filter.subject} filter={filter} onChange={onChange} />
      <DateField label={say('from')} name="from" value={from} onChange={(day) => onChange({ from: day })} />
      <DateField label={say('to')} name="to" value={to} onChange={(day) => onChange({ to: day })} />
      {isFiltered(filter) && (
        <Button look="quiet" icon="cross" onClick={() => onChange(NO_FILTER)}>
          {say('clear')}
        </Button>
      )}
    </div>
  );
}

function ActionField({ filter: { action }, onChange }: Props) {
  const say = useWords(words);
  const sayAction = useSayAction();
  const sayGroup = useSayGroup();
  return (
    <SelectField
      label={say('action')}
      name="action"
      value={action ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ action: ACTIONS.find((each) => each === value) })
      }
    >
      <option value="">{say('any')}</option>
      {actionGroups.map(({ group, actions }) => (
        <optgroup key={group} label={sayGroup(group)}>
          {actions.map((each) => (
            <option key={each} value={each}>
              {sayAction(each)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

/** Takes an id once it is whole. */
function SubjectField({ filter: { subject }, onChange }: Props) {
  const say = useWords(words);
  return (
    <TextField
      label={say('subjectId')}
      name="subject"
      defaultValue={subject ?? ''}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value.trim().toLowerCase();
        if (id === '' || SUBJECT.test(id)) onChange({ subject: id === '' ? undefined : id });
      }}
      required
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function ActorField({ filter: { actor }, onChange }: Props) {
  const say = useWords(words);
  const names = useNames();
  return (
    <SelectField
      label={say('actor')}
      name="actor"
      value={actor ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ actor: value === '' ? undefined : value })}
    >
      <option value="">{say('anybody')}</option>
      {/* Somebody who left, or a part of the service. */}
      {actor !== undefined && !names.has(actor) && <option value={actor}>{actor}</option>}
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
