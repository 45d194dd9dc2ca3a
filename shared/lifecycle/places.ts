/** A bounded number of places, taken in the order in which they were asked for. */
export type Places = {
  /** Whether a place was got: not where too many wait already, nor once the signal is aborted. */
  take(signal: AbortSignal): Promise<'taken' | 'full' | 'aborted'>;
  /** Gives one back. */
  free(): void;
};

export function createPlaces(limit: number, maxWaiting: number): Places {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take: (signal) => {
      if (signal.aborted) return Promise.resolve('aborted');
      if (taken < limit) {
        taken += 1;
        return Promise.resolve('taken');
      }
      if (waiting.length >= maxWaiting) return Promise.resolve('full');
      return new Promise((resolve) => {
        const called = (): void => {
          signal.removeEventListener('abort', leave);
          resolve('taken');
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(called), 1);
          resolve('aborted');
        };
        waiting.push(called);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
    free: () => {
      const next = waiting.shift();
      // The place goes on from hand to hand.
      if (next) next();
      else taken -= 1;
    },
  };
}
