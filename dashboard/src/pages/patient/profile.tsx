import { Card, Facts } from '../../components/card.tsx';
import { Time } from '../../components/time.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { LISTS } from './fields.ts';
import styles from './page.module.css';
import type { Profile } from './queries.ts';
import { words } from './words.ts';

/** What is known of the patient beside the interviews. */
export function ProfileView({ profile }: { profile: Profile }) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const format = useFormat();
  const { age, sex, smoking_status, alcohol_status, created_at, hold } = profile;
  const nothing = <span className={styles['soft']}>{say('nothing')}</span>;
  return (
    <div className={styles['grid']}>
      <Card title={say('background')}>
        <Facts
          facts={[
            ...LISTS.map((name) => ({
              term: say(name),
              value:
                profile[name].length === 0 ? (
                  nothing
                ) : (
                  <ul className={styles['list']}>
                    {profile[name].map((entry) => (
                      <li key={entry}>{entry}</li>
                    ))}
                  </ul>
                ),
            })),
            {
              term: say('smoking_status'),
              value: smoking_status === null ? nothing : say(`smoking.${smoking_status}`),
            },
            {
              term: say('alcohol_status'),
              value: alcohol_status === null ? nothing : say(`alcohol.${alcohol_status}`),
            },
          ]}
        />
      </Card>
      <Card title={say('about')}>
        <Facts
          facts={[
            { term: say('age'), value: age === null ? sayClinical('sex.unknown') : format.number(age) },
            { term: say('sex'), value: sayClinical(`sex.${sex ?? 'unknown'}`) },
            { term: say('made'), value: <Time at={created_at} /> },
            ...(hold === null ? [] : [{ term: say('holdReason'), value: hold.reason }]),
          ]}
        />
      </Card>
    </div>
  );
}
