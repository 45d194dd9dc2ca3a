import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { useWords } from '../i18n/language.tsx';
import { CodeForm } from './code-form.tsx';
import { Panel } from './panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SsoForm } from './sso-form.tsx';
import { words } from './words/words.ts';

/** Signing in, from the address to the code. When it is done the session's state has changed, and with it the page. */
export function SignIn() {
  const say = useWords(words);
  const [way, setWay] = useState<'password' | 'sso'>('password');
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  if (challengeId !== null) {
    const end = (): void => {
      setChallengeId(null);
      setOver(true);
    };
    return (
      <Panel title={say('codeTitle')} text={say('codeText')}>
        <CodeForm challengeId={challengeId} onOver={end} />
        <Button look="quiet" onClick={() => setChallengeId(null)}>
          {say('otherAccount')}
        </Button>
      </Panel>
    );
  }
  if (way === 'sso') {
    return (
      <Panel title={say('ssoTitle')}>
        <SsoForm />
        <Button look="quiet" onClick={() => setWay('password')}>
          {say('usePassword')}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel
      title={say('title')}
      {...(isOver && { text: say('challengeOver') })}
      foot={
        <>
          {say('noAccount')} <Link to="/register">{say('register')}</Link>
        </>
      }
    >
      <PasswordForm onChallenge={setChallengeId} />
      <Button look="quiet" onClick={() => setWay('sso')}>
        {say('sso')}
      </Button>
      <Link to="/forgot-password">{say('forgot')}</Link>
    </Panel>
  );
}
