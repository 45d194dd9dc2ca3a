import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormButtons, Submit } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { invitedRoleOf, type Member } from './members.ts';
import { useInvite } from './queries.ts';
import { words } from './words.ts';

export function SendAgainDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const invite = useInvite();
  const [attempt] = useState(() => crypto.randomUUID());
  const { email, name, role } = member;
  const send = async (): Promise<void> => {
    await invite.mutateAsync({ body: { email, name, role: invitedRoleOf(role) }, attempt });
    tell(say('invited', { email }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('sendAgainTitle')}
      description={say('sendAgainText', { email })}
    >
      <Form onSend={send}>
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('sendAgain')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
