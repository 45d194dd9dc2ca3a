import type { Need } from './needs.ts';

/** One thing that a process works off, and how far behind it is. */
export type Backlog = {
  name: string;
  /** What waits, as far as this process knows. */
  waiting: number;
  /** Age of the oldest of them; 0 where none waits. */
  oldest_seconds: number;
  /** False where another process does this work and this one stands by. */
  leading: boolean;
};

/** What a process answers to `GET /ready`. */
export type Readiness = {
  ready: boolean;
  /** Why it is not, in words for an operator. */
  problems: string[];
  needs: Record<string, { required: boolean; problem: string | null }>;
  behind: Backlog[];
  /** Where several processes serve as one (`API_PROCESSES`): how many there should be, and how many are ready. */
  processes?: { wanted: number; ready: number };
};

export type ReadinessParts = {
  stage: 'starting' | 'started' | 'stopping';
  needs: ReadonlyMap<string, Need>;
  /** What else keeps it from its work. */
  problems: () => Promise<string[]>;
  behind: () => Promise<Backlog[]>;
};

/** Asks all that the process needs, side by side. */
export async function readReadiness({ stage, needs, problems, behind }: ReadinessParts): Promise<Readiness> {
  const asked = [...needs].map(async ([name, { isRequired, problem }]) => {
    return [name, { required: isRequired, problem: await problem() }] as const;
  });
  const [found, others, backlogs] = await Promise.all([Promise.all(asked), problems(), behind()]);
  const missing = found.flatMap(([, { required, problem }]) => (required ? (problem ?? []) : []));
  const wrong = [...missing, ...others];
  // What is missing says more than that it has not started.
  const starting = stage === 'starting' && wrong.length === 0 ? ['the process is starting'] : [];
  const stopping = stage === 'stopping' ? ['the process is stopping'] : [];
  const all = [...stopping, ...starting, ...wrong];
  return { ready: all.length === 0, problems: all, needs: Object.fromEntries(found), behind: backlogs };
}

/** What several processes that serve as one answer together: ready while one of them is. A null did not answer. */
export function readinessOfAll(
  stage: ReadinessParts['stage'],
  wanted: number,
  answers: readonly (Readiness | null)[],
): Readiness {
  const given = answers.filter((answer) => answer !== null);
  const ready = given.filter((answer) => answer.ready).length;
  const told = [...new Set(given.flatMap(({ problems }) => problems))];
  const silent = given.length < answers.length ? ['a process does not answer'] : [];
  const none = stage === 'starting' ? 'the process is starting' : 'no process serves';
  const reasons = [...told, ...silent];
  const stopping = stage === 'stopping' ? ['the process is stopping'] : [];
  const unready = ready > 0 ? [] : reasons.length > 0 ? reasons : [none];
  const problems = [...new Set([...stopping, ...unready])];
  return {
    ready: problems.length === 0,
    problems,
    needs: worstOf(given.flatMap(({ needs }) => Object.entries(needs))),
    behind: given.flatMap(({ behind }) => behind),
    processes: { wanted, ready },
  };
}

/** Each need with a problem that one of them has with it. */
function worstOf(needs: readonly [string, Readiness['needs'][string]][]): Readiness['needs'] {
  const worst: Readiness['needs'] = {};
  for (const [name, need] of needs) if ((worst[name]?.problem ?? null) === null) worst[name] = need;
  return worst;
}
