import type { ChildProcess } from 'node:child_process';

type Question = { type: 'question'; id: number; of: string };
type Answer = { type: 'answer'; id: number; value: unknown };

const isOf = (type: string, message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** In a worker: answers what its primary asks, by the name of the question. What fails is answered with null. */
export function answerQuestions(answers: Readonly<Record<string, () => unknown>>): { stop: () => void } {
  const onMessage = (message: unknown): void => {
    if (!isOf('question', message)) return;
    const { id, of } = message as Question;
    void Promise.resolve()
      .then(() => answers[of]?.() ?? null)
      .catch(() => null)
      // A primary that has gone asks nothing more.
      .then((value) => process.send?.({ type: 'answer', id, value } satisfies Answer, () => undefined));
  };
  process.on('message', onMessage);
  return { stop: () => void process.off('message', onMessage) };
}

type Pending = Map<number, (value: unknown) => void>;
const pendingOf = new WeakMap<ChildProcess, Pending>();
let asked = 0;

/** One listener a worker, however many questions are open. */
function listen(child: ChildProcess): Pending {
  const known = pendingOf.get(child);
  if (known) return known;
  const pending: Pending = new Map();
  pendingOf.set(child, pending);
  child.on('message', (message: unknown) => {
    if (isOf('answer', message)) pending.get((message as Answer).id)?.((message as Answer).value);
  });
  child.once('exit', () => pending.forEach((end) => end(null)));
  return pending;
}

/** In the primary: what the worker answers, or null where it fails to within the time, or ends. Never rejects. */
export function askWorker(child: ChildProcess, of: string, limitMs: number): Promise<unknown> {
  asked += 1;
  const question: Question = { type: 'question', id: asked, of };
  const pending = listen(child);
  return new Promise((resolve) => {
    const end = (value: unknown): void => {
      clearTimeout(timer);
      pending.delete(question.id);
      resolve(value);
    };
    const timer = setTimeout(() => end(null), limitMs);
    pending.set(question.id, end);
    child.send(question, (error) => {
      if (error) end(null);
    });
  });
}
