import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { useWords } from '../i18n/language.tsx';
import { roles } from '../i18n/terms/words.ts';
import { useAccount, useSession } from '../session/use-session.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { NAVIGATION } from './navigation.ts';
import { pages } from './pages.ts';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme.tsx';
import { words } from './words/words.ts';

/** The frame around the pages of a team: navigation, account, language and theme. */
export function Shell({ children }: { children: ReactNode }) {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  useEffect(() => setOpen(false), [path]);
  return (
    <div className={styles['shell']} data-open={isOpen}>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {say('skip')}
      </a>
      <header className={styles['bar']}>
        <span className={styles['burger']}>
          <IconButton
            icon={isOpen ? 'cross' : 'menu'}
            label={say(isOpen ? 'nav.close' : 'nav.open')}
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          />
        </span>
        <TenantName />
        <div className={styles['tools']}>
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu />
        </div>
      </header>
      <Navigation />
      <main ref={main} id="content" className={styles['content']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

const TenantName = () => <span className={styles['tenant']}>{useAccount().name}</span>;

function Navigation() {
  const say = useWords(words);
  const { scopes } = useAccount();
  const isThere = (path: string): boolean => {
    const page = pages.find((each) => each.path === path);
    return page !== undefined && (page.scope === undefined || scopes.includes(page.scope));
  };
  return (
    <nav id="navigation" className={styles['nav']} aria-label={say('nav.label')}>
      <Link to="/" className={styles['brand']}>
        <img src="/icon.svg" width="26" height="26" alt="" />
        Clinical Triage
      </Link>
      {NAVIGATION.map((group, index) => (
        // The groups are fixed.
        <ul key={index} className={styles['group']}>
          {group
            .filter(({ path }) => isThere(path))
            .map(({ path, icon, word }) => (
              <li key={path}>
                <Link
                  to={path}
                  className={styles['link']}
                  activeOptions={{ exact: path === '/', includeSearch: false }}
                >
                  <Icon name={icon} />
                  {say(word as 'nav.home')}
                </Link>
              </li>
            ))}
        </ul>
      ))}
      <a className={styles['link']} href="/v1/docs/index" target="_blank" rel="noreferrer">
        <Icon name="external" />
        {say('docs')}
      </a>
    </nav>
  );
}

function AccountMenu() {
  const say = useWords(words);
  const sayRole = useWords(roles);
  const session = useSession();
  const { member } = useAccount();
  const name = member === null ? say('signedInWithKey') : member.name || member.email;
  const head = (
    <>
      <strong>{name}</strong>
      {member !== null && (
        <>
          <br />
          {member.email}
          <br />
          {sayRole(member.role)}
        </>
      )}
    </>
  );
  return (
    <Menu
      head={head}
      items={[{ label: say('signOut'), icon: 'out', onSelect: () => void session.signOut() }]}
    >
      <Button look="quiet" icon="patients" aria-label={`${say('account')}: ${name}`}>
        <span className={styles['name']}>{name}</span>
      </Button>
    </Menu>
  );
}
