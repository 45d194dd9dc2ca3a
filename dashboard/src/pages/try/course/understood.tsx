import { Skeleton } from '../../../components/skeleton.tsx';
import { useFormat, useLanguage, useWords } from '../../../i18n/language.tsx';
import { textIn } from '../patient/language.tsx';
import { useConcepts } from '../queries.ts';
import type { Evidence } from '../steps.ts';
import { words } from '../words.ts';
import styles from './understood.module.css';

const ORDER = ['present', 'absent', 'unknown'] as const;
const SIGNS = { present: '+', absent: '−', unknown: '?' };

/** What several places say is one thing; the surest of them tells it. */
const onceEach = (evidence: readonly Evidence[]): Evidence[] => [
  ...new Map(
    evidence
      .toSorted((one, other) => one.confidence - other.confidence)
      .map((each) => [each.finding, each] as const),
  ).values(),
];

/** What was read at a step, each with its state in a word. */
export function Understood({ evidence }: { evidence: readonly Evidence[] }) {
  const say = useWords(words);
  const sorted = ORDER.flatMap((status) => onceEach(evidence.filter((each) => each.status === status)));
  const concepts = useConcepts(evidence.map(({ finding }) => finding));
  return (
    <div className={styles['understood']}>
      <h4>{say('understood')}</h4>
      {sorted.length === 0 ? (
        <p className={styles['soft']}>{say('nothingUnderstood')}</p>
      ) : (
        <ul>
          {sorted.map((each) => (
            <li key={each.finding} data-status={each.status}>
              <span className={styles['sign']} aria-hidden="true">
                {SIGNS[each.status]}
              </span>
              <Finding evidence={each} concept={concepts.get(each.finding)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Concept = ReturnType<typeof useConcepts> extends ReadonlyMap<string, infer C> ? C : never;

function Finding({ evidence, concept }: { evidence: Evidence; concept: Concept | undefined }) {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  const { status, value, confidence, derived_from: derivedFrom } = evidence;
  const choice = concept?.choices.find(({ code }) => code === value);
  const measured = choice
    ? textIn(language, choice)
    : typeof value === 'number'
      ? [format.number(value), concept?.unit].filter(Boolean).join(' ')
      : value;
  return (
    <span>
      {concept ? (
        textIn(language, { text: concept.name, text_cs: concept.name_cs })
      ) : (
        <Skeleton width="short" />
      )}
      {': '}
      <strong>{measured ?? say(`status.${status}`)}</strong>
      <span className={styles['soft']}>
        {derivedFrom && ` · ${say('inferred')}`}
        {confidence < 1 && ` · ${say('sure', { share: format.percent(confidence) })}`}
      </span>
    </span>
  );
}
