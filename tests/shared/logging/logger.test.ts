import test from 'ava';
import pg from 'pg';
import { createLogger } from '../../../shared/logging/logger.ts';
import { safeError } from '../../../shared/logging/safe-error.ts';

const canary = 'CANARY-chest-pain';

function capture() {
  const lines: string[] = [];
  const logger = createLogger({
    name: 'api',
    level: 'debug',
    destination: { write: (line) => lines.push(line) },
  });
  return {
    logger,
    text: () => lines.join(''),
    last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>,
  };
}

/** A database error as `pg` throws it: everything that it says can repeat the row that it refuses. */
function databaseError() {
  const error = new pg.DatabaseError(`duplicate key ${canary}`, 100, 'error');
  return Object.assign(error, {
    severity: 'ERROR',
    code: '23505',
    detail: `Key (name)=(${canary}) already exists.`,
    hint: canary,
    where: `PL/pgSQL function with ${canary}`,
    internalQuery: canary,
    parameters: [canary],
    table: 'sessions',
    constraint: 'sessions_pkey',
  });
}

test('a line has level, ISO time, service, message and fields', (t) => {
  const { logger, last } = capture();
  logger.info({ events: 3 }, 'batch applied');
  const { time, ...line } = last();
  t.deepEqual(line, { level: 30, service: 'api', events: 3, msg: 'batch applied' });
  t.is(new Date(time as string).toISOString(), time as string);
});

test('a database error is class, code, table and constraint, whatever way it is passed', (t) => {
  const { logger, text, last } = capture();
  const error = databaseError();
  const { stack, ...named } = safeError(error);
  t.deepEqual(named, { type: 'error', code: '23505', table: 'sessions', constraint: 'sessions_pkey' });
  t.regex(stack ?? '', /^at .*logger\.test\.[jt]s/);

  logger.error(error);
  t.is(last().msg, 'error');
  logger.error({ err: error });
  logger.error({ err: error }, 'insert failed');
  t.is(last().msg, 'insert failed');
  logger.error(error, 'insert failed');
  logger.error({ error, result: { inner: [error] } }, 'insert failed');
  logger.error({ err: error.detail }, 'thrown text');
  logger.error('insert failed: %s %o', error, { error });
  logger.child({ err: error }).error('insert failed');
  logger.error({ err: new Error(canary, { cause: error }) }, 'insert failed');
  logger.error({ err: new AggregateError([error, new Error(canary)], canary) }, 'insert failed');
  logger.error(
    { outer: Object.assign(Object.create({ inherited: true }) as object, { error }) },
    'insert failed',
  );
  t.false(text().includes(canary), text());
  t.is(text().split('23505').length - 1, 11, 'the code is told each time');
});

test('a message that looks like a stack does not get into the stack', (t) => {
  const error = new Error(`first\n    at ${canary} (file:///x.ts:1:1)\n    at two`);
  const { stack } = safeError(error);
  t.regex(stack ?? '', /logger\.test\.[jt]s/);
  t.false(stack?.includes(canary));
});

test('names and codes that hold data are dropped', (t) => {
  const error = Object.assign(new Error('x'), { name: `Error of ${canary}`, code: `see ${canary}` });
  const { stack: _stack, ...named } = safeError(error);
  t.deepEqual(named, { type: 'Error' });
});
