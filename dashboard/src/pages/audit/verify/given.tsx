import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { headOf, verdictOf, type Proof } from './checks.ts';
import type { Result } from './saved.ts';

type Earlier = { proof: Proof; from: 'file' | 'tab' };

/** What a verification is compared with: both come from elsewhere than the answers that are verified. */
export type Given = {
  /** Of the operator's key; null where nobody has told it. */
  fingerprint: string | null;
  earlier: Earlier | null;
  setFingerprint: (fingerprint: string | null) => void;
  setFile: (proof: Proof | null) => void;
  /** What was right here is compared with from now on, unless there is a file. */
  remember: (result: Result) => void;
};

const GivenContext = createContext<Given | null>(null);

/** Keeps it in memory, as long as the page is open. */
export function GivenProvider({ children }: { children: ReactNode }) {
  const [fingerprint, setFingerprint] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const given = useMemo<Given>(
    () => ({
      fingerprint,
      earlier,
      setFingerprint,
      setFile: (proof) => setEarlier(proof && { proof, from: 'file' }),
      remember: ({ checks, proof }) => {
        if (headOf(proof) === null || verdictOf(checks) === 'broken') return;
        setEarlier((before) => (before?.from === 'file' ? before : { proof, from: 'tab' }));
      },
    }),
    [fingerprint, earlier],
  );
  return <GivenContext value={given}>{children}</GivenContext>;
}

export function useGiven(): Given {
  const given = use(GivenContext);
  if (given === null) throw new Error('GivenProvider is missing');
  return given;
}
