export type Window = {
  /** Steps that were finished. */
  count: number;
  seconds: number;
  perSecond: number;
  latenciesMs: number[];
};

export type ClosedLoop = {
  callers: number;
  /** One call after another; returns what it took, in milliseconds. */
  step: (caller: number) => Promise<number>;
} & ({ seconds: number } | { steps: number });

/**
 * Runs a number of callers. Each makes its next call when its last one was answered, until the given seconds are
 * over or the given number of steps has begun. The time is measured until the last caller is done. The first
 * failure ends the run and is thrown.
 */
export async function runClosedLoop(loop: ClosedLoop): Promise<Window> {
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const endMs = 'seconds' in loop ? startedMs + loop.seconds * 1_000 : Infinity;
  let left = 'steps' in loop ? loop.steps : Infinity;
  let failed = false;
  const caller = async (index: number): Promise<void> => {
    while (!failed && left > 0 && performance.now() < endMs) {
      left -= 1;
      latenciesMs.push(await loop.step(index));
    }
  };
  try {
    await Promise.all(Array.from({ length: loop.callers }, (_, index) => caller(index)));
  } finally {
    failed = true;
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const count = latenciesMs.length;
  return { count, seconds, perSecond: count / seconds, latenciesMs };
}
