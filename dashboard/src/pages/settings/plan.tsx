import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useAccount, useMay } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { useRateLimit, useTier, type Tier } from './queries.ts';
import { RateDialog } from './rate-dialog.tsx';
import { TierDialog } from './tier-dialog.tsx';
import { words } from './words.ts';

/** The tier with what it includes, and the limit that may take the place of the tier's. */
export function Plan() {
  return (
    <div className={styles['part']}>
      <TierCard />
      <RateCard />
    </div>
  );
}

function TierCard() {
  const say = useWords(words);
  const mayChange = useMay()('admin:write');
  const tier = useTier();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={say('tierTitle')}
      actions={
        mayChange &&
        tier.data && (
          <Button size="small" onClick={() => setOpen(true)}>
            {say('tierChange')}
          </Button>
        )
      }
    >
      {tier.isError && <FaultNotice fault={tier.error} onRetry={() => void tier.refetch()} />}
      {tier.isPending && <SkeletonBlock lines={6} />}
      {tier.data && <TierFacts tier={tier.data} />}
      <p>
        <a href="/v1/docs/limits#tiers" target="_blank" rel="noreferrer">
          {say('prices')}
        </a>
      </p>
      {isOpen && tier.data && <TierDialog tier={tier.data.tier} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function TierFacts({ tier }: { tier: Tier }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const format = useFormat();
  const { balance } = useAccount();
  return (
    <Facts
      facts={[
        { term: say('tier'), value: <strong>{say(`tier.${tier.tier}`)}</strong> },
        {
          term: say('price'),
          value:
            tier.price === 0 ? say('free') : say('priceMonth', { price: `US$ ${format.number(tier.price)}` }),
        },
        { term: say('tokens'), value: format.number(tier.tokens_included) },
        { term: say('balance'), value: format.number(balance) },
        { term: say('concurrency'), value: format.number(tier.concurrency) },
        { term: say('maxKeys'), value: format.number(tier.max_keys) },
        { term: say('sla'), value: tier.sla ?? sayCommon('none') },
        { term: say('tierSince'), value: <Time at={tier.changed_at} how="date" /> },
      ]}
    />
  );
}

function RateCard() {
  const say = useWords(words);
  const mayChange = useMay()('admin:write');
  const tier = useTier();
  const rate = useRateLimit();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={say('rateTitle')}
      actions={
        mayChange &&
        rate.data && (
          <Button size="small" onClick={() => setOpen(true)}>
            {say('rateChange')}
          </Button>
        )
      }
    >
      <p className={styles['lead']}>{say('rateText')}</p>
      {rate.isError && <FaultNotice fault={rate.error} onRetry={() => void rate.refetch()} />}
      {rate.isPending && <SkeletonBlock lines={2} />}
      {rate.data && (
        <Facts
          facts={[
            {
              term: say('rateOverride'),
              value:
                rate.data.override_rpm === null
                  ? say('rateNone')
                  : say('rateOf', { count: rate.data.override_rpm }),
            },
            ...(tier.data ? [{ term: say('rateTier'), value: say('rateOf', { count: tier.data.rpm }) }] : []),
          ]}
        />
      )}
      {isOpen && rate.data && <RateDialog override={rate.data.override_rpm} onClose={() => setOpen(false)} />}
    </Card>
  );
}
