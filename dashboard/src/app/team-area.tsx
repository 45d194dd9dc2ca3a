import { Outlet } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { FaultState } from '../components/fault.tsx';
import { SkeletonBlock } from '../components/skeleton.tsx';
import { watchIdle } from '../session/idle.ts';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { useSession, useSessionState } from '../session/use-session.tsx';
import { Shell } from './shell.tsx';
import styles from './team-area.module.css';
import { VisitorFrame } from './visitor-area.tsx';

/**
 * Pages for whoever is signed in. Who is not signs in where the link led: nothing of the address has to be kept elsewhere.
 * When the session ends, the page stays under the dialog that asks to sign in again; a lock covers it.
 */
export function TeamArea() {
  const session = useSession();
  const state = useSessionState();
  useEffect(() => void session.load(), [session]);
  const isIn = state.status === 'signed_in';
  useEffect(() => (isIn ? watchIdle(() => void session.lock()) : undefined), [session, isIn]);
  const isLocked = state.status === 'interrupted' && state.why === 'idle';
  // With the paint that shows the dialog, and not after it.
  useLayoutEffect(() => {
    document.documentElement.dataset['locked'] = String(isLocked);
  }, [isLocked]);
  switch (state.status) {
    case 'unknown':
      return (
        <main className={styles['waiting']}>
          <SkeletonBlock lines={6} />
        </main>
      );
    case 'unreachable':
      return (
        <main className={styles['waiting']}>
          <FaultState fault={state.fault} onRetry={() => void session.load()} />
        </main>
      );
    case 'signed_out':
      return (
        <VisitorFrame>
          <SignIn />
        </VisitorFrame>
      );
    case 'signed_in':
    case 'interrupted': {
      return (
        <>
          <Shell>
            <Outlet />
          </Shell>
          {state.status === 'interrupted' && <SignInAgain account={state.account} why={state.why} />}
        </>
      );
    }
  }
}
