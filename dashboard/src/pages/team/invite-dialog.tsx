import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, FormButtons, Submit, textOf } from '../../components/form.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import { INVITED_ROLES, invitedRoleOf, type Member } from './members.ts';
import { useInvite } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { words } from './words.ts';

/** `before` is somebody who has left, to be invited again. */
type Props = { before: Member | null; onClose: () => void };

export function InviteDialog({ before, onClose }: Props) {
  const say = useWords(words);
  return (
    <Dialog isOpen onClose={onClose} title={say('inviteTitle')} description={say('inviteText')} size="wide">
      <InviteForm before={before} onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ before, onClose }: Props) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const invite = useInvite();
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const [taken, setTaken] = useState<string | null>(null);
  const send = async (values: FormData): Promise<void> => {
    const email = textOf(values, 'email').trim();
    const role = invitedRoleOf(INVITED_ROLES.find((each) => each === values.get('role')));
    setTaken(null);
    try {
      await invite.mutateAsync({ body: { email, name: textOf(values, 'name').trim(), role }, attempt });
    } catch (fault) {
      // What is sent next may be another invitation, which must not come under the key of this one.
      setAttempt(crypto.randomUUID());
      if (!(fault instanceof ApiFault) || fault.code !== 'conflict') throw fault;
      setTaken(email);
      return;
    }
    tell(say('invited', { email }));
    onClose();
  };
  return (
    <Form onSend={send}>
      <TextField
        label={say('email')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={before?.email}
      />
      <TextField
        label={say('name')}
        name="name"
        maxLength={100}
        autoComplete="off"
        defaultValue={before?.name}
      />
      <RoleChoice among={INVITED_ROLES} chosen={invitedRoleOf(before?.role)} />
      {taken !== null && (
        <Callout tone="warn" isAnswer>
          {say('alreadyMember', { email: taken })}
        </Callout>
      )}
      <FormButtons>
        <Button onClick={onClose}>{sayCommon('cancel')}</Button>
        <Submit>{say('inviteGo')}</Submit>
      </FormButtons>
    </Form>
  );
}
