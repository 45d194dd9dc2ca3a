import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useWords } from '../i18n/language.tsx';
import { words } from './words/words.ts';

export function NotFound() {
  const say = useWords(words);
  return (
    <main>
      <EmptyState
        isPage
        icon="search"
        title={say('notFound.title')}
        action={
          <Link to="/" className={buttonClass()}>
            {say('notFound.home')}
          </Link>
        }
      >
        {say('notFound.text')}
      </EmptyState>
    </main>
  );
}

export function Forbidden({ scope }: { scope: string }) {
  const say = useWords(words);
  return (
    <EmptyState isPage icon="lock" title={say('forbidden.title')}>
      {say('forbidden.text', { scope })}
    </EmptyState>
  );
}

/** A fault of our own; also a part of the page that a new version of the service no longer has. */
export function Crash() {
  const say = useWords(words);
  return (
    <EmptyState
      isPage
      icon="warning"
      title={say('crash.title')}
      action={<Button onClick={() => location.reload()}>{say('crash.again')}</Button>}
    >
      {say('crash.text')}
    </EmptyState>
  );
}
