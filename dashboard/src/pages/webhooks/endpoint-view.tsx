import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass, IconButton } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { Health } from './health.tsx';
import styles from './page.module.css';
import { useEndpoint, useLatestOf, type Endpoint, type IssuedEndpoint } from './queries.ts';
import { RemoveDialog, RotateDialog, SwitchDialog } from './endpoint-dialogs.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { deliveryWords, words } from './words.ts';

type Open = 'none' | 'edit' | 'test' | 'rotate' | 'switch' | 'remove';
/** One endpoint: what it is told of, how it does, and what can be done with it. */
export function EndpointView({ id }: { id: string }) {
  const say = useWords(words);
  const endpoint = useEndpoint(id);
  const back = (
    <Link to="/webhooks" className={styles['back']}>
      <Icon name="left" />
      {say('allEndpoints')}
    </Link>
  );
  return (
    <>
      {back}
      {endpoint.isError && <FaultState fault={endpoint.error} onRetry={() => void endpoint.refetch()} />}
      {endpoint.isPending && <SkeletonBlock lines={8} />}
      {endpoint.data !== undefined && <Shown endpoint={endpoint.data} />}
    </>
  );
}

function Shown({ endpoint }: { endpoint: Endpoint }) {
  const mayChange = useMay()('webhooks:write');
  const [open, setOpen] = useState<Open>('none');
  const [issued, setIssued] = useState<IssuedEndpoint | null>(null);
  const navigate = useNavigate();
  const close = (): void => setOpen('none');
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={<span className={styles['heading']}>{endpoint.url}</span>}
        actions={mayChange && <Actions endpoint={endpoint} onOpen={setOpen} />}
      />
      <Notices endpoint={endpoint} />
      <div className={styles['two']}>
        <About endpoint={endpoint} />
        <Health endpointId={endpoint.subscription_id} />
      </div>
      <Latest id={endpoint.subscription_id} />
      {open === 'edit' && <EditDialog endpoint={endpoint} onClose={close} />}
      {open === 'test' && <TestDialog endpoint={endpoint} onClose={close} />}
      {open === 'switch' && <SwitchDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && (
        <RotateDialog
          endpoint={endpoint}
          onClose={close}
          onIssued={(fresh) => {
            close();
            setIssued(fresh);
          }}
        />
      )}
      {open === 'remove' && (
        <RemoveDialog
          endpoint={endpoint}
          onClose={close}
          onRemoved={() => void navigate({ to: '/webhooks', replace: true })}
        />
      )}
      {issued !== null && <SecretDialog issued={issued} why="rotated" onClose={() => setIssued(null)} />}
    </div>
  );
}

function Actions({ endpoint, onOpen }: { endpoint: Endpoint; onOpen: (open: Open) => void }) {
  const say = useWords(words);
  return (
    <>
      <Button look="primary" icon="play" onClick={() => onOpen('test')}>
        {say('sendTest')}
      </Button>
      <Button onClick={() => onOpen('edit')}>{say('edit')}</Button>
      <Menu
        items={[
          { label: say('rotate'), icon: 'rotate', onSelect: () => onOpen('rotate') },
          {
            label: say(endpoint.is_active ? 'switchOff' : 'switchOn'),
            icon: endpoint.is_active ? 'lock' : 'check',
            onSelect: () => onOpen('switch'),
          },
          { label: say('remove'), icon: 'bin', isDanger: true, onSelect: () => onOpen('remove') },
        ]}
      >
        <IconButton icon="more" label={say('moreActions')} />
      </Menu>
    </>
  );
}

const GRACE_MS = 24 * 3_600_000;

/** What somebody has to know before anything else: that it is off, or that two secrets are valid. */
function Notices({ endpoint: { is_active, disabled_reason, secret_rotated_at } }: { endpoint: Endpoint }) {
  const say = useWords(words);
  const until = secret_rotated_at === null ? 0 : Date.parse(secret_rotated_at) + GRACE_MS;
  return (
    <>
      {!is_active && (
        <div className={styles['notice']} data-tone={disabled_reason === 'requested' ? 'warn' : 'bad'}>
          <Icon name="warning" />
          <p>{say(disabled_reason === 'requested' ? 'offText' : 'failedText')}</p>
        </div>
      )}
      {until > Date.now() && (
        <div className={styles['notice']}>
          <Icon name="key" />
          <p>
            {say('grace')} <Time at={new Date(until).toISOString()} />
          </p>
        </div>
      )}
    </>
  );
}

function About({ endpoint }: { endpoint: Endpoint }) {
  const say = useWords(words);
  const format = useFormat();
  const { subscription_id, events, created_at, secret_rotated_at } = endpoint;
  return (
    <Card title={say('about')}>
      <Facts
        facts={[
          { term: say('state'), value: <EndpointState endpoint={endpoint} /> },
          { term: say('events'), value: format.list(events) },
          { term: say('created'), value: <Time at={created_at} /> },
          {
            term: say('rotatedAt'),
            value: secret_rotated_at === null ? say('neverRotated') : <Time at={secret_rotated_at} />,
          },
          { term: say('id'), value: <code>{subscription_id}</code> },
        ]}
      />
    </Card>
  );
}

function Latest({ id }: { id: string }) {
  const say = useWords(deliveryWords);
  const latest = useLatestOf(id);
  if (latest.isError) return <FaultState fault={latest.error} onRetry={() => void latest.refetch()} />;
  return (
    <section className={styles['stack']}>
      <header className={styles['bar']} data-between="">
        <h2>{say('latest')}</h2>
        <Link
          to="/webhooks"
          search={{ tab: 'deliveries', of: id }}
          className={buttonClass({ size: 'small' })}
        >
          {say('allOfEndpoint')}
        </Link>
      </header>
      <DeliveryTable
        isOfOne
        caption={say('latest')}
        rows={latest.data}
        empty={
          <EmptyState icon="webhook" title={say('empty')}>
            {say('emptyOfEndpoint')}
          </EmptyState>
        }
      />
    </section>
  );
}
