import {
  pino,
  type DestinationStream,
  type LevelWithSilent,
  type Logger,
  type LoggerOptions as PinoOptions,
} from 'pino';
import { safeError } from './safe-error.ts';

export type { Logger } from 'pino';

export type LoggerOptions = {
  /** Name of the process; stands in every line as `service`. */
  name: string;
  level: LevelWithSilent;
  /** Where the JSON lines go; stdout when absent. */
  destination?: DestinationStream;
};

/** Fields nested deeper than this are left out rather than searched for errors. */
const maxDepth = 4;

const writesItself = (value: object): boolean => typeof (value as { toJSON?: unknown }).toJSON === 'function';

/** JSON shows the own fields of an error that sits anywhere in the fields (those of `pg` hold the row). */
function withoutErrors(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return safeError(value);
  if (typeof value !== 'object' || value === null || writesItself(value)) return value;
  if (depth >= maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((one) => withoutErrors(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutErrors(one, depth + 1)]));
}

/** What was thrown is not always an Error; a thrown string is as private as a message. */
const thrown = (value: unknown): unknown =>
  typeof value === 'object' ? withoutErrors(value) : safeError(value);

/** pino takes the message of an error where the caller gave none, so every call gets one of ours. */
function withOwnMessage([first, ...rest]: readonly unknown[]): unknown[] {
  const values = rest.map((arg) => (arg instanceof Error ? safeError(arg).type : withoutErrors(arg)));
  const inner: unknown =
    typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
  const error = first instanceof Error ? first : inner;
  const fields = first instanceof Error ? { err: first } : first;
  if (!(error instanceof Error)) return [fields, ...values];
  return [fields, values[0] ?? safeError(error).type, ...values.slice(1)];
}

/**
 * A logger of one JSON line per event: level, ISO time, service, message and fields. Whatever way an error
 * is passed in, only `safeError` of it is written, so that no clinical value and no secret gets out.
 * Messages and other fields are the caller's duty: constants, ids, counts and codes only.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options: PinoOptions = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: thrown, error: thrown },
    formatters: { log: (fields) => withoutErrors(fields) as Record<string, unknown> },
    hooks: {
      logMethod(args, method) {
        Reflect.apply(method, this, withOwnMessage(args));
      },
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
