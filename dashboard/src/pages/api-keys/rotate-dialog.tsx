import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useWords } from '../../i18n/language.tsx';
import type { Issued } from './issued-dialog.tsx';
import { useRotateKey, type ApiKey } from './queries.ts';
import { words } from './words.ts';

type Props = { apiKey: ApiKey; onClose: () => void; onIssued: (issued: Issued) => void };

/** The dialog with the new key has taken the place of this one. */
const nothing = (): void => undefined;

export function RotateDialog({ apiKey: { key_id, name }, onClose, onIssued }: Props) {
  const say = useWords(words);
  const rotate = useRotateKey();
  const [attempt] = useState(() => crypto.randomUUID());
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('rotateTitle', { name })}
      description={say('rotateText')}
      action={say('rotateGo')}
      onConfirm={async () => {
        const key = await rotate.mutateAsync({ keyId: key_id, attempt });
        onIssued({ key, why: 'rotated' });
      }}
      onDone={nothing}
    />
  );
}
