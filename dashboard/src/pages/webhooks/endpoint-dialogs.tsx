import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useChangeEndpoint, useRemoveEndpoint, useRotateSecret } from './changes.ts';
import type { Endpoint, IssuedEndpoint } from './queries.ts';
import { forgetSecrets } from './secrets.ts';
import { words } from './words.ts';

type Props = { endpoint: Endpoint; onClose: () => void };
const nothing = (): void => undefined;

export function RotateDialog({
  endpoint: { subscription_id },
  onClose,
  onIssued,
}: Props & { onIssued: (issued: IssuedEndpoint) => void }) {
  const say = useWords(words);
  const rotate = useRotateSecret(subscription_id);
  const [attempt] = useState(() => crypto.randomUUID());
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('rotateTitle')}
      description={say('rotateText')}
      action={say('rotateGo')}
      onConfirm={async () => onIssued(await rotate.mutateAsync(attempt))}
      // The dialog with the new secret has taken the place of this one.
      onDone={nothing}
    />
  );
}

export function SwitchDialog({ endpoint: { subscription_id, is_active }, onClose }: Props) {
  const say = useWords(words);
  const tell = useToast();
  const change = useChangeEndpoint(subscription_id);
  const way = is_active ? 'off' : 'on';
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say(`${way}Title`)}
      description={say(`${way}Ask`)}
      action={say(is_active ? 'switchOff' : 'switchOn')}
      onConfirm={async () => {
        await change.mutateAsync({ is_active: !is_active });
        tell(say(`${way}Done`));
      }}
    />
  );
}

export function RemoveDialog({
  endpoint: { subscription_id, url },
  onClose,
  onRemoved,
}: Props & { onRemoved: () => void }) {
  const say = useWords(words);
  const tell = useToast();
  const remove = useRemoveEndpoint(subscription_id);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('removeTitle')}
      description={say('removeText', { url })}
      action={say('removeGo')}
      onConfirm={async () => {
        await remove.mutateAsync();
        forgetSecrets(subscription_id);
        tell(say('removed'));
        onRemoved();
      }}
      onDone={nothing}
    />
  );
}
