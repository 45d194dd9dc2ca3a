import { useSyncExternalStore } from 'react';
import { IconButton } from '../components/button.tsx';
import { useWords } from '../i18n/language.tsx';
import { words } from './words/words.ts';

type Theme = 'light' | 'dark';

/** `public/preferences.js` sets it before the first paint, from what was chosen or from the system. */
const current = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function choose(theme: Theme): void {
  localStorage.setItem('theme', theme);
  document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);

export function ThemeSwitch() {
  const say = useWords(words);
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={other === 'dark' ? 'moon' : 'sun'}
      label={say(`theme.${other}`)}
      onClick={() => choose(other)}
    />
  );
}
