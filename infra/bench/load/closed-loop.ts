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
 * So many callers, each of which makes its next call when its last one was answered, for so many seconds or until so
 * many steps were begun. The time runs until the last of them is done. The first failure ends it and is thrown.
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
