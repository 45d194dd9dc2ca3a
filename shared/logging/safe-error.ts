/** What may be written about an error: which one, and where; never what it says. */
export type SafeError = {
  type: string;
  code?: string | number;
  table?: string;
  constraint?: string;
  stack?: string;
  cause?: SafeError;
  errors?: SafeError[];
};

/** Causes and aggregated errors deeper or wider than this are left out. */
const maxDepth = 3;
const maxErrors = 5;

/** Names and codes are written by programmers; anything that does not look so may be data and is dropped. */
const identifier = /^[\w$.:/-]{1,63}$/;
const frame = /^\s+at [^\n]{1,400}$/;

const asIdentifier = (value: unknown): string | undefined =>
  typeof value === 'string' && identifier.test(value) ? value : undefined;

/** The frames only. The message may span lines and may itself look like frames, so it is cut out first. */
function frames(error: Error): string | undefined {
  const stack = typeof error.stack === 'string' ? error.stack : '';
  const message = error.message;
  const at = message === '' ? -1 : stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const lines = rest.split('\n').filter((line) => frame.test(line));
  return lines.length === 0 ? undefined : lines.map((line) => line.trim()).join('\n');
}

function named(error: Error): string {
  return asIdentifier(error.name) ?? asIdentifier(error.constructor.name) ?? 'Error';
}

function code(error: object): string | number | undefined {
  const value = (error as { code?: unknown }).code;
  return typeof value === 'number' ? value : asIdentifier(value);
}

/** Names of table and constraint as a database error of `pg` carries them (they are ours, not data). */
function databaseNames(error: object): Pick<SafeError, 'table' | 'constraint'> {
  const { severity, table, constraint } = error as Record<string, unknown>;
  if (severity === undefined) return {};
  const safeTable = asIdentifier(table);
  const safeConstraint = asIdentifier(constraint);
  return {
    ...(safeTable === undefined ? {} : { table: safeTable }),
    ...(safeConstraint === undefined ? {} : { constraint: safeConstraint }),
  };
}

/**
 * The only form in which an error reaches a log: class name, code, names of table and constraint, and the
 * stack without its message. Messages, details, hints and parameters can hold clinical values (a database
 * error repeats the row that it refuses), so they are never written.
 */
export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error };
  const errorCode = code(error);
  const stack = frames(error);
  const result: SafeError = { type: named(error) };
  if (errorCode !== undefined) result.code = errorCode;
  Object.assign(result, databaseNames(error));
  if (stack !== undefined) result.stack = stack;
  if (depth < maxDepth && error.cause !== undefined) result.cause = safeError(error.cause, depth + 1);
  if (depth < maxDepth && error instanceof AggregateError) {
    result.errors = error.errors.slice(0, maxErrors).map((one) => safeError(one, depth + 1));
  }
  return result;
}
