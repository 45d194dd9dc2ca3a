import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, ChoiceGroup } from '../../components/field.tsx';
import { Form, FormButtons, Submit } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import { useChangeTier, type TierName } from './queries.ts';
import { words } from './words.ts';

const TIERS = [
  'free_trial',
  'starter',
  'growth',
  'scale',
  'enterprise',
] as const satisfies readonly TierName[];

/** Those that a team may choose by itself, where the operator keeps the wanted one; null for any other fault. */
function ownTiersOf(fault: unknown): readonly TierName[] | null {
  const named = fault instanceof ApiFault ? fault.detail['self_service_tiers'] : undefined;
  return Array.isArray(named) ? TIERS.filter((tier) => named.includes(tier)) : null;
}

export function TierDialog({ tier, onClose }: { tier: TierName; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const format = useFormat();
  const tell = useToast();
  const change = useChangeTier();
  const [allowed, setAllowed] = useState<readonly TierName[] | null>(null);
  const send = async (values: FormData): Promise<void> => {
    const wanted = TIERS.find((each) => each === values.get('tier')) ?? tier;
    setAllowed(null);
    try {
      await change.mutateAsync(wanted);
    } catch (fault) {
      const own = ownTiersOf(fault);
      if (own === null) throw fault;
      setAllowed(own);
      return;
    }
    tell(say('tierChanged', { tier: say(`tier.${wanted}`) }));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={say('tierChange')} description={say('tierText')}>
      <Form onSend={send}>
        <ChoiceGroup label={say('tier')} name="tier">
          {TIERS.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="tier"
              value={each}
              defaultChecked={each === tier}
              label={say(`tier.${each}`)}
            />
          ))}
        </ChoiceGroup>
        <p>
          <a href="/v1/docs/limits#tiers" target="_blank" rel="noreferrer">
            {say('prices')}
          </a>
        </p>
        {allowed !== null && (
          <Callout tone="warn" isAnswer>
            {allowed.length === 0
              ? say('tierOperator')
              : say('tierOperatorAlso', { tiers: format.list(allowed.map((each) => say(`tier.${each}`))) })}
          </Callout>
        )}
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('change')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
