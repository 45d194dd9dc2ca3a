import { MasterKeysError } from '../crypto/master-keys.ts';
import { LogUnavailableError } from '../event-log/event-log.ts';
import { isContention, isUnreachable } from '../postgres/pool.ts';

/** One projection could not apply a batch. The cause says why; it is never written to a log whole. */
export class ProjectionFailure extends Error {
  readonly projection: string;
  /** Class or database code of the cause. */
  readonly causeCode: string;
  constructor(projection: string, cause: unknown) {
    super(`projection ${projection} could not apply an event`, { cause });
    this.name = 'ProjectionFailure';
    this.projection = projection;
    this.causeCode = errorCode(cause);
  }
}

/** The checkpoint is not where this process left it: somebody else wrote, or a commit's answer was lost. */
export class CheckpointMovedError extends Error {
  constructor() {
    super('the checkpoint was moved by somebody else');
    this.name = 'CheckpointMovedError';
  }
}

/** Another process leads by now. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease is held by another process');
    this.name = 'LeaseLostError';
  }
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : null;
}

/** True where the cause lies outside of the event: database, log or master keys out of reach, or busy. */
export const isTransient = (error: unknown): boolean =>
  error instanceof LogUnavailableError ||
  error instanceof MasterKeysError ||
  isUnreachable(error) ||
  isContention(error);

/** The class or database code of an error: all of it that may be stored or shown. */
export function errorCode(error: unknown): string {
  const code = codeOf(error);
  if (code !== null && /^\w{1,40}$/.test(code)) return code;
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
}
