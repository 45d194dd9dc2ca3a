import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

type Item = { label: ReactNode; icon?: IconName; isDanger?: boolean; onSelect: () => void };

/**
 * A list of actions behind a button, which `children` is. Not modal: a modal one writes a style element, which the CSP
 * refuses.
 */
export const Menu = ({
  children,
  items,
  head,
}: {
  children: ReactNode;
  items: readonly Item[];
  head?: ReactNode;
}) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles['menu']} align="end" sideOffset={6} collisionPadding={8}>
        {head !== undefined && <Radix.Label className={styles['head']}>{head}</Radix.Label>}
        {items.map(({ label, icon, isDanger = false, onSelect }, index) => (
          // Their order is fixed while the menu is open.
          <Radix.Item key={index} className={styles['item']} data-danger={isDanger} onSelect={onSelect}>
            {icon && <Icon name={icon} />}
            {label}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
