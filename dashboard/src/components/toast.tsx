import * as Radix from '@radix-ui/react-toast';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

type Shown = { id: number; text: string };
const ToastContext = createContext<((text: string) => void) | null>(null);

/** Says that something was done: `const tell = useToast(); tell(say('revoked'))`. Errors stand where they happened. */
export function useToast(): (text: string) => void {
  const tell = use(ToastContext);
  if (tell === null) throw new Error('ToastProvider is missing');
  return tell;
}

const SHOWN_MS = 6_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const say = useWords(common);
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const tell = useCallback((text: string) => {
    setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text }]);
  }, []);
  const drop = (id: number): void => setToasts((all) => all.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={tell}>
      <Radix.Provider duration={SHOWN_MS} label={say('notifications')}>
        {children}
        {toasts.map(({ id, text }) => (
          <Radix.Root key={id} className={styles['toast']} onOpenChange={(open) => !open && drop(id)}>
            <Icon name="check" />
            <Radix.Title className={styles['text']}>{text}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="cross" label={say('dismiss')} />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className={styles['viewport']} label={`${say('notifications')} ({hotkey})`} />
      </Radix.Provider>
    </ToastContext>
  );
}
