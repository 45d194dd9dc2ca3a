import type { components } from '../../../client/client.ts';
import { disclosureWords } from '../i18n/disclosures/words.ts';
import { useWords } from '../i18n/language.tsx';
import { Badge, type Tone } from './badge.tsx';
import styles from './disclosures.module.css';
import { EmptyState } from './empty-state.tsx';
import { Table, type Column } from './table.tsx';
import { Time } from './time.tsx';

export type Disclosure = components['schemas']['Disclosure'];

const TONES: Record<Disclosure['kind'], Tone> = { read: 'neutral', export: 'warn', webhook: 'info' };

/** Who got data of a patient: reads, exports and webhooks. */
export function Disclosures({ rows }: { rows: readonly Disclosure[] | undefined }) {
  const say = useWords(disclosureWords);
  const columns: Column<Disclosure>[] = [
    { id: 'when', head: say('when'), cell: ({ at }) => <Time at={at} how="exactTime" /> },
    {
      id: 'how',
      head: say('how'),
      cell: ({ kind }) => <Badge tone={TONES[kind]}>{say(`kind.${kind}`)}</Badge>,
    },
    { id: 'what', head: say('what'), cell: ({ action }) => <code>{action}</code> },
    {
      id: 'who',
      head: say('who'),
      cell: ({ actor, on_behalf_of, recipient, ip }) => (
        <div className={styles['stack']}>
          {recipient?.host ?? say('actor', { type: actor.type, id: actor.id.slice(-6) })}
          {on_behalf_of !== null && say('behalf', { who: on_behalf_of })}
          {ip !== null && <span className={styles['soft']}>{ip}</span>}
        </div>
      ),
    },
  ];
  return (
    <Table
      caption={say('caption')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon="audit" title={say('none')}>
          {say('noneText')}
        </EmptyState>
      }
    />
  );
}
