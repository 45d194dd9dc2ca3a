import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormButtons, Submit } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import { useAccount } from '../../session/use-session.tsx';
import { INVITED_ROLES, nameOf, ROLES, type Member } from './members.ts';
import { useChangeRole } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { words } from './words.ts';

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const sayRole = useWords(roles);
  const tell = useToast();
  const change = useChangeRole();
  const isOwn = useAccount().member?.member_id === member.member_id;
  const name = nameOf(member);
  const send = async (values: FormData): Promise<void> => {
    const role = ROLES.find((each) => each === values.get('role')) ?? member.role;
    await change.mutateAsync({ memberId: member.member_id, role });
    tell(say('roleChanged', { name, role: sayRole(role) }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('roleTitle', { name })}
      description={say('roleText')}
      size="wide"
    >
      <Form onSend={send}>
        {isOwn && <Callout tone="warn">{say('roleOwn')}</Callout>}
        <RoleChoice among={member.is_active ? ROLES : INVITED_ROLES} chosen={member.role} />
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('changeRole')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
