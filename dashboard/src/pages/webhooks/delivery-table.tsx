import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import { FAILURES, TONES } from './codes.ts';
import styles from './page.module.css';
import { useEndpoints, type Delivery } from './queries.ts';
import { codes, deliveryWords } from './words.ts';

type Props = {
  caption: string;
  rows: readonly Delivery[] | undefined;
  empty: ReactNode;
  /** Where all of them go to one. */
  isOfOne?: boolean;
};

/** Deliveries, each a link to all that is known of it. */
export function DeliveryTable({ caption, rows, empty, isOfOne = false }: Props) {
  const say = useWords(deliveryWords);
  const columns: Column<Delivery>[] = [
    {
      id: 'event',
      head: say('event'),
      cell: ({ delivery_id, event_type }) => (
        <Link to="/webhooks" search={{ delivery: delivery_id }}>
          <code>{event_type}</code>
        </Link>
      ),
    },
    { id: 'status', head: say('status'), cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    ...(isOfOne ? [] : [{ id: 'endpoint', head: say('endpoint'), cell: endpointCell }]),
    { id: 'answer', head: say('answer'), cell: (delivery) => <Answer {...answerOf(delivery)} /> },
    { id: 'attempts', head: say('attempts'), isNumber: true, cell: ({ attempts }) => attempts },
    { id: 'created', head: say('made'), cell: ({ created_at }) => <Time at={created_at} how="exactTime" /> },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={(delivery) => delivery.delivery_id}
      empty={empty}
    />
  );
}

const endpointCell = ({ subscription_id }: Delivery): ReactNode => <EndpointLink id={subscription_id} />;

/** The URL of an endpoint; one that was removed has none any more. */
export function EndpointLink({ id }: { id: string }) {
  const say = useWords(deliveryWords);
  const endpoints = useEndpoints();
  const found = endpoints.data?.find(({ subscription_id }) => subscription_id === id);
  if (found === undefined)
    return <span className={styles['soft']}>{endpoints.data === undefined ? '…' : say('removed')}</span>;
  return (
    <Link to="/webhooks" search={{ endpoint: id }} className={styles['heading']}>
      {found.url}
    </Link>
  );
}

export function DeliveryStatus({ delivery: { status, resolved_at, next_retry_at } }: { delivery: Delivery }) {
  const say = useWords(deliveryWords);
  const sayCode = useWords(codes);
  return (
    <>
      <Badge tone={resolved_at === null ? TONES[status] : 'neutral'}>{sayCode(`status.${status}`)}</Badge>{' '}
      {resolved_at !== null && <Badge>{say('resolved')}</Badge>}
      {next_retry_at !== null && resolved_at === null && (
        <span className={styles['soft']}>
          {say('next')} <Ago at={next_retry_at} />
        </span>
      )}
    </>
  );
}

type Answered = { statusCode: number | null; error: string | null };
const answerOf = ({ last_status_code, last_error }: Delivery): Answered => ({
  statusCode: last_status_code,
  error: last_error,
});

/** What the receiver answered, or why no answer came. */
export function Answer({ statusCode, error }: Answered) {
  const sayCode = useWords(codes);
  const failure = FAILURES.find((each) => each === error);
  const text = failure === undefined ? error : sayCode(`failure.${failure}`);
  if (statusCode === null) return <span className={styles['soft']}>{text ?? '–'}</span>;
  return (
    <span>
      <code>{statusCode}</code> {text !== null && <span className={styles['soft']}>{text}</span>}
    </span>
  );
}
