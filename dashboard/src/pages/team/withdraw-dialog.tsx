import { ConfirmDialog } from '../../components/dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { useWords } from '../../i18n/language.tsx';
import { nameOf, type Member } from './members.ts';
import { useDeactivate } from './queries.ts';
import { words } from './words.ts';

export function WithdrawDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(words);
  const tell = useToast();
  const withdraw = useDeactivate();
  const name = nameOf(member);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('withdrawTitle', { name })}
      description={say('withdrawText')}
      action={say('withdrawGo')}
      onConfirm={async () => {
        await withdraw.mutateAsync({ memberId: member.member_id, revokesKeys: false });
        tell(say('withdrawn', { name }));
      }}
    />
  );
}
