import { ConfirmDialog } from '../../components/dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useRevokeKey, type ApiKey } from './queries.ts';
import { words } from './words.ts';

export function RevokeDialog({ apiKey: { key_id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const say = useWords(words);
  const tell = useToast();
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('revokeTitle', { name })}
      description={say('revokeText')}
      action={say('revokeGo')}
      onConfirm={async () => {
        await revoke.mutateAsync(key_id);
        tell(say('revoked', { name }));
      }}
    />
  );
}
