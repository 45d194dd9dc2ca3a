import type { ChildProcess } from 'node:child_process';

/** What a program in a host does when it is asked, over IPC: the drill itself stands outside of their network. */
export type Handlers = Record<string, (argument: never) => unknown>;

type Question = { id: number; name: string; argument: unknown };
type Answer = { id: number } & ({ value: unknown } | { error: string });

/** Answers what is asked, until whoever asks is gone. */
export function serveRemote(handlers: Handlers): void {
  const answer = async ({ id, name, argument }: Question): Promise<Answer> => {
    try {
      return { id, value: await handlers[name]?.(argument as never) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on('message', (question: Question) => {
    void answer(question).then((answered) => process.send?.(answered));
  });
  process.on('disconnect', () => process.exit(0));
}

export type Remote<H extends Handlers> = <N extends keyof H & string>(
  name: N,
  argument: Parameters<H[N]>[0],
) => Promise<Awaited<ReturnType<H[N]>>>;

/** Asks a program that was started with an IPC channel. Rejects where it ends before it has answered. */
export function remoteOf<H extends Handlers>(child: ChildProcess): Remote<H> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.value as never);
  });
  child.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the program has ended'));
    waiting.clear();
  });
  return (name, argument) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.send({ id: asked, name, argument } satisfies Question);
    });
}
