import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { Attempts } from './attempts.tsx';
import { ReplayDialog, ResolveDialog } from './delivery-dialogs.tsx';
import { DeliveryStatus, EndpointLink } from './delivery-table.tsx';
import styles from './page.module.css';
import { useDelivery, type DeliveryDetail } from './queries.ts';
import { curlOf, opensslOf, typescriptOf } from './snippets.ts';
import { VerifyPanel, type Checkable } from './verify-panel.tsx';
import { deliveryWords } from './words.ts';

/** One delivery: what was sent, every attempt, whether its signature is right, and what can be done about it. */
export function DeliveryView({ id }: { id: string }) {
  const say = useWords(deliveryWords);
  const delivery = useDelivery(id);
  return (
    <>
      <Link to="/webhooks" search={{ tab: 'deliveries' }} className={styles['back']}>
        <Icon name="left" />
        {say('allDeliveries')}
      </Link>
      {delivery.isError && <FaultState fault={delivery.error} onRetry={() => void delivery.refetch()} />}
      {delivery.isPending && <SkeletonBlock lines={10} />}
      {delivery.data !== undefined && <Shown delivery={delivery.data} />}
    </>
  );
}

function Shown({ delivery }: { delivery: DeliveryDetail }) {
  const say = useWords(deliveryWords);
  const { payload } = delivery;
  const requests = requestsOf(delivery);
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={<code className={styles['heading']}>{delivery.event_type}</code>}
        actions={<Actions delivery={delivery} />}
      />
      <div className={styles['two']}>
        <About delivery={delivery} />
        <Card title={say('attempts')}>
          <Attempts delivery={delivery} />
        </Card>
      </div>
      {payload === null ? (
        <div className={styles['notice']} data-tone="warn">
          <Icon name="info" />
          <p>{say('erased')}</p>
        </div>
      ) : (
        <CodeBlock label={say('payload')} code={JSON.stringify(payload, null, 2)} />
      )}
      {requests.length > 0 && (
        <Card>
          <VerifyPanel endpointId={delivery.subscription_id} requests={requests} />
          <Snippets delivery={delivery} requests={requests} />
        </Card>
      )}
    </div>
  );
}

/** The requests that can be checked: the body is the same in all of them, as it was written. */
function requestsOf({ payload, attempt_log, attempts }: DeliveryDetail): Checkable[] {
  if (payload === null) return [];
  const before = attempts - attempt_log.length;
  return attempt_log.flatMap(({ request_headers: headers }, index) =>
    headers === null ? [] : [{ id: String(before + index + 1), headers, body: JSON.stringify(payload) }],
  );
}

function Actions({ delivery }: { delivery: DeliveryDetail }) {
  const say = useWords(deliveryWords);
  const mayChange = useMay()('webhooks:write');
  const [open, setOpen] = useState<'none' | 'replay' | 'resolve'>('none');
  const { status, resolved_at, delivery_id: id } = delivery;
  if (!mayChange || resolved_at !== null || status === 'delivered' || status === 'pending') return null;
  const close = (): void => setOpen('none');
  return (
    <>
      {status !== 'failed' && <Button onClick={() => setOpen('resolve')}>{say('resolve')}</Button>}
      <Button look="primary" icon="rotate" onClick={() => setOpen('replay')}>
        {say('replay')}
      </Button>
      {open === 'replay' && <ReplayDialog id={id} onClose={close} />}
      {open === 'resolve' && <ResolveDialog id={id} onClose={close} />}
    </>
  );
}

function About({ delivery }: { delivery: DeliveryDetail }) {
  const say = useWords(deliveryWords);
  const { delivery_id, event_id, subscription_id, created_at, delivered_at, resolved_at, resolution_reason } =
    delivery;
  const id = (value: string, what: string) => (
    <span className={styles['id']}>
      <code>{value}</code> <CopyButton text={value} what={what} />
    </span>
  );
  return (
    <Card title={say('about')}>
      <Facts
        facts={[
          { term: say('status'), value: <DeliveryStatus delivery={delivery} /> },
          { term: say('endpoint'), value: <EndpointLink id={subscription_id} /> },
          { term: say('made'), value: <Time at={created_at} how="exactTime" /> },
          ...(delivered_at === null
            ? []
            : [{ term: say('deliveredAt'), value: <Time at={delivered_at} how="exactTime" /> }]),
          ...(resolved_at === null
            ? []
            : [{ term: say('resolvedAt'), value: <Time at={resolved_at} how="exactTime" /> }]),
          ...(resolution_reason === null ? [] : [{ term: say('reason'), value: resolution_reason }]),
          { term: say('eventId'), value: id(event_id, say('eventId')) },
          { term: say('deliveryId'), value: id(delivery_id, say('deliveryId')) },
        ]}
      />
    </Card>
  );
}

const LANGUAGES = ['typescript', 'openssl', 'curl'] as const;

/** How a receiver checks this very request. */
function Snippets({ delivery, requests }: { delivery: DeliveryDetail; requests: readonly Checkable[] }) {
  const say = useWords(deliveryWords);
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('typescript');
  const request = requests.at(-1);
  if (request === undefined) return null;
  const sentAt = delivery.attempt_log.at(-1)?.at ?? delivery.created_at;
  const code = {
    typescript: () => typescriptOf(request, sentAt),
    openssl: () => opensslOf(request),
    curl: () => curlOf(request),
  };
  const tabs = LANGUAGES.map((id) => ({
    id,
    label: say(`snippet.${id}`),
    content: <CodeBlock label={say(`snippet.${id}Text`)} code={code[id]()} />,
  }));
  return <Tabs label={say('snippets')} tabs={tabs} open={language} onOpen={setLanguage} />;
}
