import { createContext, use, useSyncExternalStore } from 'react';
import type { Api } from '../service/api.ts';
import type { Account, Scope, Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('SessionContext is missing');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The typed client, whose calls carry the session. */
export const useApi = (): Api => useSession().api;

/** Who is signed in. Only below the frame of pages that need somebody. */
export function useAccount(): Account {
  const state = useSessionState();
  if (state.status === 'signed_in' || state.status === 'interrupted') return state.account;
  throw new Error('nobody is signed in');
}

/** Whether whoever is signed in holds a scope: decides what is shown, the service decides what is done. */
export function useMay(): (scope: Scope) => boolean {
  const { scopes } = useAccount();
  return (scope) => scopes.includes(scope);
}
