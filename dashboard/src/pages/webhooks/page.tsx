import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { Catalogue } from './catalogue.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { EndpointView } from './endpoint-view.tsx';
import { Endpoints } from './endpoints.tsx';
import { LiveTail } from './live-tail.tsx';
import { useWebhooksPlace } from './place.ts';
import { words } from './words.ts';

/** Endpoints that are told of events, what became of each delivery, and the events that there are. */
export function Page() {
  const [{ endpoint, delivery }] = useWebhooksPlace();
  if (delivery !== undefined) return <DeliveryView key={delivery} id={delivery} />;
  if (endpoint !== undefined) return <EndpointView key={endpoint} id={endpoint} />;
  return <Overview />;
}

function Overview() {
  const say = useWords(words);
  // The service shows dead letters to those alone who may replay all of them.
  const mayAll = useMay()('admin:write');
  const [{ tab }, go] = useWebhooksPlace();
  const tabs = [
    { id: 'endpoints', label: say('tab.endpoints'), content: <Endpoints /> },
    { id: 'deliveries', label: say('tab.deliveries'), content: <Deliveries /> },
    { id: 'live', label: say('tab.live'), content: <LiveTail /> },
    ...(mayAll ? [{ id: 'failed', label: say('tab.failed'), content: <DeadLetters /> } as const] : []),
    { id: 'events', label: say('tab.events'), content: <Catalogue /> },
  ] as const;
  const isThere = tabs.some(({ id }) => id === tab);
  return (
    <>
      <PageHeader title={say('title')}>{say('lead')}</PageHeader>
      <Tabs
        label={say('tabs')}
        tabs={tabs}
        open={isThere ? tab : 'endpoints'}
        onOpen={(next) => go({ tab: next, page: 1 })}
      />
    </>
  );
}
