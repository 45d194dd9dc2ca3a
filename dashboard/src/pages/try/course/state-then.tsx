import { Facts } from '../../../components/card.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useFormat, useLanguage, useWords } from '../../../i18n/language.tsx';
import type { Call } from '../calls.ts';
import type { Interview } from '../interview.ts';
import { textIn } from '../patient/language.tsx';
import { useStateAt } from '../queries.ts';
import { words } from '../words.ts';
import styles from './course.module.css';

type Props = { of: { interview: Interview; record: (call: Call) => void }; revision: number };

/** The state as the service answered it after a step. */
export function StateThen({ of, revision }: Props) {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  const past = useStateAt(of, revision);
  if (past.isError) return <FaultNotice fault={past.error} onRetry={() => void past.refetch()} />;
  if (!past.data) return <SkeletonBlock lines={4} />;
  const { state } = past.data;
  return (
    <section className={styles['then']}>
      <h3>{say('stateThen')}</h3>
      {state === null ? (
        <p>{say('stateGone')}</p>
      ) : (
        <Facts
          facts={[
            { term: say('level'), value: say(`level.${state.triage_level}`) },
            { term: say('questionsAsked'), value: format.number(state.questions_asked) },
            {
              term: say('nextQuestion'),
              value: state.current_question ? textIn(language, state.current_question) : say('noQuestion'),
            },
            { term: say('revision'), value: format.number(revision) },
          ]}
        />
      )}
    </section>
  );
}
