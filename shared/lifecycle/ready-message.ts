import type { ChildProcess } from 'node:child_process';

/** What a process of ours tells its parent once it serves (`runProcess`). */
export type ReadyMessage = { type: 'ready'; port?: number };

/** Whether a message between a process of ours and its parent is of this type. */
export const isOfType = <T extends { type: string }>(type: T['type'], message: unknown): message is T =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** Settles when the process says that it serves; never after the signal is aborted. */
export function awaitReadyMessage(child: ChildProcess, signal: AbortSignal): Promise<ReadyMessage> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (isOfType<ReadyMessage>('ready', message)) resolve(message);
    };
    child.on('message', onMessage);
    signal.addEventListener('abort', () => child.off('message', onMessage), { once: true });
  });
}

/** Node prints where it stopped before it says why; those lines explain nothing. */
export const isPlace = (line: string): boolean => line.trim() === '' || /^(node:|file:|\s)/.test(line);
