import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { FaultState } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useWords } from '../../i18n/language.tsx';
import { EVENTS, type EventName } from './codes.ts';
import { fieldsOf, type EventSchema, type SchemaField } from './event-fields.ts';
import styles from './page.module.css';
import { useWebhooksPlace } from './place.ts';
import { codes, words } from './words.ts';

/** The client package's schemas, each loaded when its event is looked at. */
const SCHEMAS = import.meta.glob<EventSchema>('../../../../client/webhooks/schemas/*.json', {
  import: 'default',
});

/** Every event with what it tells: fields, example and JSON Schema. */
export function Catalogue() {
  const say = useWords(words);
  const [{ event = EVENTS[0] }] = useWebhooksPlace();
  return (
    <div className={styles['stack']}>
      <nav className={styles['pick']} aria-label={say('events')}>
        {EVENTS.map((each) => (
          <Link
            key={each}
            to="/webhooks"
            search={{ tab: 'events', event: each }}
            className={buttonClass({ size: 'small' })}
            aria-current={each === event}
            data-chosen={each === event}
          >
            <code>{each}</code>
          </Link>
        ))}
      </nav>
      <EventCard event={event} />
    </div>
  );
}

function EventCard({ event }: { event: EventName }) {
  const say = useWords(words);
  const sayCode = useWords(codes);
  const schema = useQuery({
    queryKey: ['webhook-schema', event],
    staleTime: Infinity,
    queryFn: () => {
      const load = SCHEMAS[`../../../../client/webhooks/schemas/${event}.json`];
      if (load === undefined) throw new Error(`no schema of ${event}`);
      return load();
    },
  });
  if (schema.isError) return <FaultState fault={schema.error} onRetry={() => void schema.refetch()} />;
  if (schema.data === undefined) return <SkeletonBlock lines={8} />;
  return (
    <div className={styles['stack']}>
      <Card title={<code className={styles['heading']}>{event}</code>}>
        <p>{sayCode(`event.${event}`)}</p>
        <h3>{say('fields')}</h3>
        <FieldTable schema={schema.data} />
      </Card>
      <div className={styles['two']}>
        <CodeBlock label={say('example')} code={JSON.stringify(schema.data.examples[0], null, 2)} />
        <CodeBlock label={say('schema')} code={JSON.stringify(schema.data, null, 2)} />
      </div>
    </div>
  );
}

/** The meanings stand in the language of the interface. */
function FieldTable({ schema }: { schema: EventSchema }) {
  const say = useWords(words);
  const columns: Column<SchemaField>[] = [
    { id: 'name', head: say('field'), cell: ({ name }) => <code>{name}</code> },
    {
      id: 'type',
      head: say('type'),
      cell: ({ type, isRequired }) => (
        <>
          <code>{type}</code> {!isRequired && <span className={styles['soft']}>{say('notAlways')}</span>}
        </>
      ),
    },
    { id: 'meaning', head: say('meaning'), cell: ({ meaning }) => <span lang="en">{meaning}</span> },
  ];
  return (
    <Table
      caption={say('fields')}
      columns={columns}
      rows={fieldsOf(schema)}
      keyOf={({ name }) => name}
      empty={null}
    />
  );
}
