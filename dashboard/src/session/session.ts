import type { components } from '../../../client/client.ts';
import { createApi, hasSession, type Api } from '../service/api.ts';
import { answered, ApiFault } from '../service/faults.ts';
import { isIdle, noteActive } from './idle.ts';
import { createStore, createWaiting } from './store.ts';
import type { Tabs } from './tabs.ts';

export type Account = components['schemas']['Account'];
export type Scope = components['schemas']['Scope'];

export type SessionState =
  /** Before the service has said who this is. */
  | { status: 'unknown' }
  /** It could not say. */
  | { status: 'unreachable'; fault: unknown }
  | { status: 'signed_out' }
  | { status: 'signed_in'; account: Account }
  /** The session is over or locked: the page stays as it is until its member signs in again. */
  | { status: 'interrupted'; account: Account; why: 'expired' | 'idle' };

/** The one session of this tab: who is signed in, and what happens when that ends. */
export type Session = {
  api: Api;
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Asks who this is, unless that is known. */
  load: () => Promise<SessionState>;
  /** Asks once more: rights may have changed. */
  refresh: () => Promise<void>;
  /** Somebody has just signed in, in this tab. */
  signedIn: () => Promise<void>;
  signOut: () => Promise<void>;
  /** Nobody was there for too long: ends the session, and covers the page. */
  lock: () => Promise<void>;
  /** Tells other tabs that rights have changed, and asks for one's own. */
  rightsChanged: () => Promise<void>;
};

const endSession = (api: Api): Promise<unknown> => api.POST('/v1/admin/auth/logout').catch(() => undefined);

/** Without the client: while a session is interrupted, a 401 must not wait for the very sign-in that asks this. */
async function askQuietly(): Promise<Account | null> {
  const response = await fetch('/v1/account').catch(() => null);
  return response?.ok === true ? ((await response.json()) as Account) : null;
}

const isSamePerson = (one: Account, other: Account): boolean =>
  one.tenant_id === other.tenant_id && one.member?.member_id === other.member?.member_id;

/** `leave` opens a page anew, so that nothing of what was shown or kept stays in memory. */
export function createSession({ tabs, leave }: { tabs: Tabs; leave: (path: string) => void }): Session {
  const { get: state, set, subscribe } = createStore<SessionState>({ status: 'unknown' });
  const waiting = createWaiting();
  let loading: Promise<SessionState> | null = null;

  const interrupt = (why: 'expired' | 'idle'): void => {
    const now = state();
    if (now.status === 'signed_in') set({ status: 'interrupted', account: now.account, why });
  };
  const api = createApi({
    signInAgain: () => {
      const { status } = state();
      // Before anybody was signed in, a 401 is the answer to who this is.
      if (status !== 'signed_in' && status !== 'interrupted') return Promise.resolve(false);
      interrupt('expired');
      return waiting.wait();
    },
  });

  const load = async (): Promise<SessionState> => {
    if (!hasSession()) return set({ status: 'signed_out' });
    try {
      const account = await answered(api.GET('/v1/account'));
      if (!isIdle()) return set({ status: 'signed_in', account });
      // Opened again after the limit: the session of before is no longer good.
      await endSession(api);
      return set({ status: 'signed_out' });
    } catch (fault) {
      const isNobody = fault instanceof ApiFault && fault.code === 'unauthorized';
      return set(isNobody ? { status: 'signed_out' } : { status: 'unreachable', fault });
    }
  };
  /** Goes on where the page was left; for anybody else the page is opened anew. */
  const resume = async (): Promise<void> => {
    const account = await askQuietly();
    if (account === null) return;
    const before = state();
    if (before.status === 'interrupted' && !isSamePerson(before.account, account)) {
      leave('/');
      return;
    }
    set({ status: 'signed_in', account });
    waiting.release(true);
  };
  const refresh = async (): Promise<void> => {
    const account = await answered(api.GET('/v1/account')).catch(() => null);
    if (account !== null && state().status === 'signed_in') set({ status: 'signed_in', account });
  };

  tabs.onNews((news) => {
    if (news === 'signed_out') leave('/login');
    else if (news === 'signed_in') void resume();
    else if (state().status === 'signed_in') void refresh();
  });

  return {
    api,
    state,
    subscribe,
    load: () => {
      const now = state();
      if (now.status !== 'unknown' && now.status !== 'unreachable') return Promise.resolve(now);
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
    refresh,
    signedIn: async () => {
      noteActive();
      await resume();
      tabs.tell('signed_in');
    },
    signOut: async () => {
      await endSession(api);
      tabs.tell('signed_out');
      leave('/login');
    },
    lock: async () => {
      interrupt('idle');
      await endSession(api);
    },
    rightsChanged: async () => {
      tabs.tell('rights_changed');
      await refresh();
    },
  };
}
