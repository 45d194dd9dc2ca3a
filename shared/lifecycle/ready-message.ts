import type { ChildProcess } from 'node:child_process';

/** What a process of ours tells its parent once it serves (`runProcess`). */
export type ReadyMessage = { type: 'ready'; port?: number };

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';

/** Settles when the process says that it serves; never after the signal is aborted. */
export function awaitReadyMessage(child: ChildProcess, signal: AbortSignal): Promise<ReadyMessage> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (isReady(message)) resolve(message);
    };
    child.on('message', onMessage);
    signal.addEventListener('abort', () => child.off('message', onMessage), { once: true });
  });
}

/** Node prints where it stopped before it says why; those lines explain nothing. */
export const isPlace = (line: string): boolean => line.trim() === '' || /^(node:|file:|\s)/.test(line);
