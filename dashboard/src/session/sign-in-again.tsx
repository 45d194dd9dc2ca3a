import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useWords } from '../i18n/language.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import type { Account } from './session.ts';
import { useSession } from './use-session.tsx';
import { words } from './words/words.ts';

const nothing = (): void => undefined;

/** Above the page whose session is over: its member signs in and goes on, anybody else starts anew. */
export function SignInAgain({ account, why }: { account: Account; why: 'expired' | 'idle' }) {
  const say = useWords(words);
  const session = useSession();
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const email = account.member?.email;
  return (
    <Dialog
      isOpen
      isModalOnly
      isLock
      onClose={nothing}
      title={say('againTitle')}
      description={
        challengeId === null ? say(why === 'idle' ? 'againIdle' : 'againExpired') : say('codeText')
      }
    >
      {challengeId === null ? (
        <PasswordForm {...(email !== undefined && { email })} onChallenge={setChallengeId} />
      ) : (
        <CodeForm challengeId={challengeId} onOver={() => setChallengeId(null)} />
      )}
      <Button look="quiet" onClick={() => void session.signOut()}>
        {say('otherAccount')}
      </Button>
    </Dialog>
  );
}
