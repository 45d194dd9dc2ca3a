import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import { useAccount } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { words } from './words.ts';

/** The start: who one is here, what the team has, and the first steps. */
export function Page() {
  const say = useWords(words);
  const sayRole = useWords(roles);
  const format = useFormat();
  const { name, tier, balance, member } = useAccount();
  return (
    <>
      <PageHeader title={member?.name ? say('title', { name: member.name }) : say('titlePlain')}>
        {say('lead')}
      </PageHeader>
      <div className={styles['grid']}>
        <Card title={say('account')}>
          <Facts
            facts={[
              { term: say('team'), value: name },
              { term: say('tier'), value: tier },
              { term: say('balance'), value: format.number(balance) },
              ...(member === null ? [] : [{ term: say('role'), value: sayRole(member.role) }]),
            ]}
          />
        </Card>
        <Card title={say('next')}>
          <div className={styles['step']}>
            <h3>{say('keyTitle')}</h3>
            <p>{say('keyText')}</p>
            <Link to="/api-keys" className={buttonClass({ look: 'primary' })}>
              {say('keyGo')}
            </Link>
          </div>
          <div className={styles['step']}>
            <h3>{say('docsTitle')}</h3>
            <p>{say('docsText')}</p>
            <a href="/v1/docs/quickstart" target="_blank" rel="noreferrer" className={buttonClass()}>
              {say('docsGo')}
            </a>
          </div>
        </Card>
      </div>
    </>
  );
}
