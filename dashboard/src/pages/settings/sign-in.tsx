import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormButtons, Submit } from '../../components/form.tsx';
import { Time } from '../../components/time.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import { useAccount, useSession } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { useSendPasswordLink } from './queries.ts';
import { SsoCard } from './sso-card.tsx';
import { words } from './words.ts';

/** How one signs in oneself, and how the team may. */
export function SignIn() {
  return (
    <div className={styles['part']}>
      <OwnCard />
      <SsoCard />
    </div>
  );
}

function OwnCard() {
  const say = useWords(words);
  const sayRole = useWords(roles);
  const sayCommon = useWords(common);
  const session = useSession();
  const { member } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const lasts = { term: say('ownSession'), value: say('ownSessionText') };
  return (
    <Card title={say('ownTitle')}>
      {member === null ? (
        <p>{say('ownKey')}</p>
      ) : (
        <Facts
          facts={[
            { term: say('ownName'), value: member.name || sayCommon('none') },
            { term: say('ownEmail'), value: member.email },
            { term: say('ownRole'), value: sayRole(member.role) },
            {
              term: say('ownLast'),
              value: member.last_login_at === null ? sayCommon('never') : <Time at={member.last_login_at} />,
            },
            lasts,
          ]}
        />
      )}
      <div className={styles['buttons']}>
        {member !== null && <Button onClick={() => setOpen(true)}>{say('passwordGo')}</Button>}
        <Button icon="out" onClick={() => void session.signOut()}>
          {say('signOut')}
        </Button>
      </div>
      {isOpen && member !== null && <PasswordDialog email={member.email} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** The service sets a new password by a link in a mail alone. */
function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const tell = useToast();
  const send = useSendPasswordLink();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('passwordTitle')}
      description={say('passwordText', { email })}
    >
      <Form
        onSend={async () => {
          await send.mutateAsync(email);
          tell(say('passwordSent', { email }));
          onClose();
        }}
      >
        <FormButtons>
          <Button onClick={onClose}>{sayCommon('cancel')}</Button>
          <Submit>{say('passwordSend')}</Submit>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
