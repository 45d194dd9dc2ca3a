import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignIn } from '../../session/sign-in.tsx';
import { useSessionState } from '../../session/use-session.tsx';

/** Whoever signs in here goes to the start; a link to another page asks for it where it leads. */
export function Page() {
  const navigate = useNavigate();
  const { status } = useSessionState();
  useEffect(() => {
    if (status === 'signed_in') void navigate({ to: '/', replace: true });
  }, [navigate, status]);
  return <SignIn />;
}
