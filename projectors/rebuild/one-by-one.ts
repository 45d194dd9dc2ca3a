import type { Submittable } from 'pg';
import type { Sql } from '../../shared/postgres/pool.ts';

type Answer = (error: Error | null, result?: unknown) => void;
type Asked = [statement: unknown, values?: unknown, answer?: Answer];

const isSubmittable = (statement: unknown): statement is Submittable =>
  typeof statement === 'object' && statement !== null && 'submit' in statement;

/**
 * Lets several users share one connection: their statements run one after the other, in the order in which they
 * were sent. The driver still queues statements by itself, but has announced that it will stop.
 */
export function oneByOne(sql: Sql): Sql {
  let before: Promise<unknown> = Promise.resolve();
  const query = sql.query.bind(sql) as (...asked: Asked) => Promise<unknown>;

  /** A statement of another kind answers a callback alone. */
  const submit = (statement: Submittable, answer: Answer): Promise<void> =>
    new Promise((resolve) => {
      void query(statement, (error: Error | null, result: unknown) => {
        resolve();
        answer(error, result);
      });
    });

  const queued = (statement: unknown, values?: unknown): Promise<unknown> => {
    const asked = before.then(() =>
      isSubmittable(statement) ? submit(statement, values as Answer) : query(statement, values),
    );
    before = asked.catch(() => undefined);
    return asked;
  };
  return { query: queued as Sql['query'] };
}
