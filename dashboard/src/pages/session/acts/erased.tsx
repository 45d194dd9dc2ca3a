import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../../components/button.tsx';
import { CertificateView } from '../../../components/erasure/certificate-view.tsx';
import { useWords } from '../../../i18n/language.tsx';
import { useForget, type Erased } from '../queries.ts';
import { acts } from './words.ts';

type Props = { sessionId: string; certificate: Erased['certificate'] };

/** In the place of a session that was erased. */
export function ErasedView({ sessionId, certificate }: Props) {
  const say = useWords(acts);
  const forget = useForget();
  // The views of the session are gone by now, so nothing loads it again.
  useEffect(() => forget(sessionId), [forget, sessionId]);
  return (
    <CertificateView
      title={say('erasedTitle')}
      certificate={certificate}
      next={
        <Link to="/sessions" className={buttonClass()}>
          {say('toList')}
        </Link>
      }
    />
  );
}
