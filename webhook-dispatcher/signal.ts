/** Lets one loop wait until another part of the process has work for it. A notification while nobody waits is kept. */
export type Signal = { notify: () => void; wait: (until: AbortSignal) => Promise<void> };

export function createSignal(): Signal {
  let isNotified = false;
  let resume: () => void = () => undefined;
  return {
    notify: () => {
      isNotified = true;
      resume();
    },
    wait: async (until) => {
      if (!isNotified && !until.aborted) {
        await new Promise<void>((resolve) => {
          resume = () => {
            until.removeEventListener('abort', resume);
            resolve();
          };
          until.addEventListener('abort', resume, { once: true });
        });
      }
      isNotified = false;
      resume = () => undefined;
    },
  };
}
