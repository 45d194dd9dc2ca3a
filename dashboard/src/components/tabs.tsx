import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

type Tab<Id extends string> = { id: Id; label: ReactNode; content: ReactNode };
type Props<Id extends string> = {
  /** Names the tabs for readers of screens. */
  label: string;
  tabs: readonly Tab<Id>[];
  /** Which one is open: keep it in the page's search, so that links lead to it. */
  open: Id;
  onOpen: (id: Id) => void;
};

/** Parts of a page of which one is shown. Arrow keys move between them. */
export const Tabs = <Id extends string>({ label, tabs, open, onOpen }: Props<Id>) => (
  <Radix.Root
    value={open}
    onValueChange={(id) => {
      const tab = tabs.find((each) => each.id === id);
      if (tab) onOpen(tab.id);
    }}
  >
    <Radix.List className={styles['list']} aria-label={label}>
      {tabs.map(({ id, label: name }) => (
        <Radix.Trigger key={id} value={id} className={styles['tab']}>
          {name}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map(({ id, content }) => (
      <Radix.Content key={id} value={id} className={styles['content']}>
        {content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
