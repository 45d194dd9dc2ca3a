import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme.tsx';
import styles from './visitor-area.module.css';

/** Pages for anybody: signing in, registering, what links in mails lead to. */
export const VisitorArea = () => (
  <VisitorFrame>
    <Outlet />
  </VisitorFrame>
);

export const VisitorFrame = ({ children }: { children: ReactNode }) => (
  <div className={styles['frame']}>
    <header className={styles['bar']}>
      <span className={styles['brand']}>
        <img src="/icon.svg" width="28" height="28" alt="" />
        Clinical Triage
      </span>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
    <main className={styles['main']}>{children}</main>
  </div>
);
