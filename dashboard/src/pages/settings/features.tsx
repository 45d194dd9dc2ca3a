import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useAccount } from '../../session/use-session.tsx';
import styles from './page.module.css';
import type { Feature } from './queries.ts';
import { words } from './words.ts';

const FEATURES = [
  'patient_profiles',
  'explain',
  'history',
  'webhooks',
  'bulk_export',
  'audit_export',
  'request_inspector',
  'single_sign_on',
] as const satisfies readonly Feature[];

/** What is switched on for the team; an operator alone changes it. */
export function Features() {
  const say = useWords(words);
  const { features } = useAccount();
  return (
    <div className={styles['part']}>
      <Card title={say('featuresTitle')}>
        <p className={styles['lead']}>{say('featuresText')}</p>
        <ul className={styles['list']}>
          {FEATURES.map((feature) => (
            <li key={feature} className={styles['row']}>
              <span>{say(`feature.${feature}`)}</span>
              <Badge tone={features[feature] ? 'good' : 'neutral'}>
                {say(features[feature] ? 'on' : 'off')}
              </Badge>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
