import { useState } from 'react';
import { useHistory } from './queries.ts';
import { stepsOf } from './steps.ts';

/** The steps of the interview, and which of them is looked at: the latest, until one goes back. */
export function useViewedStep(of: Parameters<typeof useHistory>[0]) {
  const history = useHistory(of);
  const [chosen, setChosen] = useState<{ index: number; at: number } | null>(null);
  const steps = stepsOf(history.data ?? []);
  const last = steps.length - 1;
  // Whoever goes on with the interview sees what follows from it.
  const index = chosen?.at === of.interview.step ? Math.min(chosen.index, last) : last;
  return {
    history,
    steps,
    index,
    step: steps[index],
    isLatest: index === last,
    view: (next: number): void => setChosen({ index: next, at: of.interview.step }),
    viewLatest: (): void => setChosen(null),
  };
}

export type Viewed = ReturnType<typeof useViewedStep>;
