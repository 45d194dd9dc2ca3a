import * as Radix from '@radix-ui/react-dialog';
import { useRef, useState, type ReactNode } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { Button, IconButton } from './button.tsx';
import { FaultNotice } from './fault.tsx';
import { FormButtons } from './form.tsx';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What the dialog asks or says, in a sentence. */
  description?: ReactNode;
  size?: 'medium' | 'wide';
  /** Cannot be left by Escape, by a press beside it, or by a cross. */
  isModalOnly?: boolean;
  /** Stays in sight while everything else is locked. */
  isLock?: boolean;
  children: ReactNode;
};

/**
 * A dialog above the page: keeps the focus, hides the page from readers of screens, gives the focus back. Radix's own
 * overlay is not used: it writes a style element, which the CSP refuses; `data-modal` keeps the page from scrolling instead.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  size = 'medium',
  isModalOnly = false,
  isLock = false,
  children,
}: Props) {
  const say = useWords(common);
  const content = useRef<HTMLDivElement>(null);
  const stay = (event: Event): void => event.preventDefault();
  /** The first thing to fill in or to press, past the cross. */
  const focusFirst = (event: Event): void => {
    const first = content.current?.querySelector<HTMLElement>('input, select, textarea, footer button');
    if (!first) return;
    event.preventDefault();
    first.focus();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={styles['veil']} data-modal="" {...(isLock && { 'data-lock': '' })}>
          <Radix.Content
            ref={content}
            className={styles['dialog']}
            data-size={size}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={focusFirst}
            // A press beside a half-filled form must not throw it away.
            onPointerDownOutside={stay}
            {...(isModalOnly && { onEscapeKeyDown: stay })}
          >
            <header className={styles['head']}>
              <Radix.Title className={styles['title']}>{title}</Radix.Title>
              {!isModalOnly && <IconButton icon="cross" label={say('close')} onClick={onClose} />}
            </header>
            {description !== undefined && (
              <Radix.Description className={styles['description']}>{description}</Radix.Description>
            )}
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ConfirmProps = Pick<Props, 'isOpen' | 'onClose' | 'title' | 'description'> & {
  /** What will be done, in a verb: "Revoke key". */
  action: ReactNode;
  /** Does it; the dialog closes when it was done. */
  onConfirm: () => Promise<unknown>;
  /** What comes after that in place of closing. */
  onDone?: () => void;
  children?: ReactNode;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ action, onConfirm, onDone, onClose, children, ...dialog }: ConfirmProps) {
  const say = useWords(common);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const close = (): void => {
    setFault(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await onConfirm();
      (onDone ?? close)();
    } catch (caught) {
      setFault(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog {...dialog} onClose={close}>
      {children}
      {fault !== null && <FaultNotice fault={fault} />}
      <FormButtons>
        <Button onClick={close}>{say('cancel')}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </FormButtons>
    </Dialog>
  );
}
