import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { useWords } from '../../../i18n/language.tsx';
import styles from '../page.module.css';
import { CALLERS, RESULTS, type Place } from '../place.ts';
import { useKeyNames, type RequestEntry } from '../queries.ts';
import { requestWords } from '../words.ts';
import { choicesOf, routeOf, type Filter } from './matching.ts';

export const NO_FILTER = { caller: '', result: '', route: undefined, offset: undefined } as const;

export const isFiltered = ({ caller, result, route, id }: Filter): boolean =>
  [caller, result, route ?? '', id].some((value) => value !== '');

type Props = {
  entries: readonly RequestEntry[];
  filter: Filter;
  onChange: (change: Partial<Place>) => void;
  onId: (id: string) => void;
};

/** Who asked, how it ended, and for what; the address keeps all but the id of a request. */
export function Filters({ entries, filter, onChange, onId }: Props) {
  const say = useWords(requestWords);
  const names = useKeyNames();
  const { caller, result, route, id } = filter;
  const change = (next: Partial<Place>): void => onChange({ ...next, offset: undefined });
  const isOneKey = !CALLERS.some((each) => each === caller);
  const prefixes = choicesOf(
    entries.map(({ api_key_prefix }) => api_key_prefix),
    isOneKey ? caller : undefined,
  );
  return (
    <div className={styles['filters']} role="search" aria-label={say('filters')}>
      <SelectField
        label={say('caller')}
        name="caller"
        value={caller}
        onChange={({ currentTarget: { value } }) => change({ caller: value })}
      >
        {CALLERS.map((each) => (
          <option key={each} value={each}>
            {say(`caller.${each || 'keys'}`)}
          </option>
        ))}
        {prefixes.map((prefix) => (
          <option key={prefix} value={prefix}>
            {[names.data?.get(prefix), `${prefix}…`].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={say('result')}
        name="result"
        value={result}
        onChange={({ currentTarget: { value } }) =>
          change({ result: RESULTS.find((each) => each === value) ?? '' })
        }
      >
        {RESULTS.map((each) => (
          <option key={each} value={each}>
            {say(`result.${each || 'any'}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={say('route')}
        name="route"
        value={route ?? ''}
        onChange={({ currentTarget: { value } }) => change({ route: value === '' ? undefined : value })}
      >
        <option value="">{say('route.any')}</option>
        {choicesOf(entries.map(routeOf), route).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
      <TextField
        label={say('requestId')}
        name="request_id"
        value={id}
        onChange={({ currentTarget: { value } }) => {
          change({});
          onId(value.trim());
        }}
        required
        autoComplete="off"
        spellCheck={false}
      />
      {isFiltered(filter) && (
        <Button
          look="quiet"
          icon="cross"
          onClick={() => {
            onId('');
            onChange(NO_FILTER);
          }}
        >
          {say('clear')}
        </Button>
      )}
    </div>
  );
}
