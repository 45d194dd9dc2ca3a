/** What may be logged of a fault: names of things in our code and schema, never a text that could hold a value. */
export type LoggedError = {
  class: string;
  code?: string;
  table?: string;
  constraint?: string;
  frames?: string[];
  cause?: LoggedError;
};

const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
/** Codes and schema names are identifiers; anything else might be data and is left out. */
const IDENTIFIER = /^[A-Za-z0-9_.:-]{1,100}$/;

/**
 * Describes a fault by class, code, database table and constraint, and stack frames. The message is dropped, and
 * so is everything else: a Postgres detail, a JSON syntax error or a schema issue can quote what a patient said.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { class: 'non_error' };
  const fields = error as Error & { code?: unknown; table?: unknown; constraint?: unknown };
  const code = identifier(fields.code);
  const table = identifier(fields.table);
  const constraint = identifier(fields.constraint);
  const frames = stackFrames(error);
  return {
    class: identifier(error.constructor.name) ?? 'Error',
    ...(code === null ? {} : { code }),
    ...(table === null ? {} : { table }),
    ...(constraint === null ? {} : { constraint }),
    ...(frames.length === 0 ? {} : { frames }),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

function identifier(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && IDENTIFIER.test(text) ? text : null;
}

/** The frames without the message above them: a message may span lines and look like a frame itself. */
function stackFrames(error: Error): string[] {
  const stack = error.stack ?? '';
  const head = stack.indexOf(error.message);
  if (head < 0) return [];
  return stack
    .slice(head + error.message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES);
}
