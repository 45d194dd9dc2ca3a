/** Lets one loop wait until somebody has work for it. A ring while nobody waits is kept. */
export type Bell = { ring: () => void; wait: (signal: AbortSignal) => Promise<void> };

export function createBell(): Bell {
  let isRung = false;
  let answer: () => void = () => undefined;
  return {
    ring: () => {
      isRung = true;
      answer();
    },
    wait: async (signal) => {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          answer = () => {
            signal.removeEventListener('abort', answer);
            resolve();
          };
          signal.addEventListener('abort', answer, { once: true });
        });
      }
      isRung = false;
      answer = () => undefined;
    },
  };
}
