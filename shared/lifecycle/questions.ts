import type { ChildProcess } from 'node:child_process';
import { isOfType } from './ready-message.ts';

type Question = { type: 'question'; id: number; of: string };
type Answer = { type: 'answer'; id: number; value: unknown };

/** In a worker: answers what its primary asks, by the name of the question. What fails is answered with null. */
export function answerQuestions(answers: Readonly<Record<string, () => unknown>>): { stop: () => void } {
  const onMessage = (message: unknown): void => {
    if (!isOfType<Question>('question', message)) return;
    const { id, of } = message;
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
    if (isOfType<Answer>('answer', message)) pending.get(message.id)?.(message.value);
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
