import type { IconName } from '../components/icon.tsx';
import type { en } from './words/en.ts';

type Item = { path: string; icon: IconName; word: keyof typeof en };

/** The pages that the frame leads to, in its order. One whose page is not there is left out. */
export const NAVIGATION: readonly (readonly Item[])[] = [
  [
    { path: '/', icon: 'home', word: 'nav.home' },
    { path: '/try', icon: 'play', word: 'nav.try' },
  ],
  [
    { path: '/sessions', icon: 'sessions', word: 'nav.sessions' },
    { path: '/patients', icon: 'patients', word: 'nav.patients' },
  ],
  [
    { path: '/api-keys', icon: 'key', word: 'nav.apiKeys' },
    { path: '/webhooks', icon: 'webhook', word: 'nav.webhooks' },
    { path: '/logs', icon: 'logs', word: 'nav.logs' },
  ],
  [
    { path: '/audit', icon: 'audit', word: 'nav.audit' },
    { path: '/team', icon: 'team', word: 'nav.team' },
    { path: '/settings', icon: 'settings', word: 'nav.settings' },
  ],
];
