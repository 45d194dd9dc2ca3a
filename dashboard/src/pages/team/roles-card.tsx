import { Card, Facts } from '../../components/card.tsx';
import { useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import styles from './page.module.css';
import { ROLES } from './members.ts';
import { words } from './words.ts';

export function RolesCard() {
  const say = useWords(words);
  const sayRole = useWords(roles);
  return (
    <Card title={say('rolesTitle')}>
      <Facts facts={ROLES.map((role) => ({ term: sayRole(role), value: say(`may.${role}`) }))} />
      <p className={styles['foot']}>{say('rolesFoot')}</p>
    </Card>
  );
}
