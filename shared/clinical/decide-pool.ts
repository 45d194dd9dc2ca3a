import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { DomainError } from '../../domain/kernel/errors.ts';
import { decide } from '../../domain/session/decider.ts';
import type { Engine } from '../../domain/clinical/types.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { NewSessionEvent } from '../../domain/session/events.ts';
import type { SessionState } from '../../domain/session/state.ts';
import type { DecideResult, DecideTask } from './decide-worker.ts';

/**
 * So many characters are read beside the event loop. Reading costs up to 30 µs for each character of a dense text, so
 * what is read on the event loop holds it for 15 ms at most; a hop to a worker and back costs about 1 ms.
 */
const APART_FROM_CHARACTERS = 500;
/** Each holds an engine of its own, about 140 MB. */
const MAX_WORKERS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Each takes up to 0.3 s: whoever stands behind so many others would wait for seconds. */
const MAX_WAITING = 16;
const IDLE_MS = 5 * 60_000;

/** The command was not decided: too many large texts wait, or it took too long. */
export class NotDecidedError extends Error {
  override readonly name = 'NotDecidedError';
  readonly reason: 'busy' | 'timeout';
  constructor(reason: 'busy' | 'timeout') {
    super(reason === 'busy' ? 'too many large texts wait to be read' : 'reading a large text took too long');
    this.reason = reason;
  }
}

/** A decision in a worker failed. Names the kind of error and the places in the code, and never its message. */
class WorkerFailedError extends Error {
  override readonly name = 'WorkerFailedError';
  constructor({ name, stack }: Pick<Error, 'name' | 'stack'>) {
    super(`a decision in a worker failed: ${name}`);
    this.stack = `${this.name}: ${this.message}\n${stack}`;
  }
}

export type DecidePool = {
  /**
   * What `decide` of `domain/session` gives, without holding the event loop for a large text: that is read in a worker.
   * @throws DomainError as `decide` does
   * @throws NotDecidedError where too many large texts wait, or it takes longer than `withinMs`, waiting included: a
   * worker that is still at it then is ended
   */
  decide(state: SessionState, command: SessionCommand, withinMs: number): Promise<NewSessionEvent[]>;
  /** Workers that run. */
  workers(): number;
  /** Waits for what is being decided, and ends the workers. */
  close(): Promise<void>;
};

export type DecidePoolOptions = { maxWaiting?: number; maxWorkers?: number };

/** Starts no worker before the first large text, and ends those that had none for five minutes. */
export function createDecidePool(
  engine: Engine,
  { maxWaiting = MAX_WAITING, maxWorkers = MAX_WORKERS }: DecidePoolOptions = {},
): DecidePool {
  const pool = new Piscina<DecideTask, DecideResult>({
    filename: path.join(
      path.dirname(import.meta.filename),
      `decide-worker${path.extname(import.meta.filename)}`,
    ),
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: IDLE_MS,
    // It needs no setting, and gets no secret.
    env: {},
  });
  let underway = 0;
  return {
    decide: async (state, command, withinMs) => {
      if (charactersOf(command) < APART_FROM_CHARACTERS) return decide(state, command, engine);
      // Counted here: Piscina's own bound let twelve wait where two may.
      if (underway >= maxWorkers + maxWaiting) throw new NotDecidedError('busy');
      underway += 1;
      try {
        return eventsOf(await runWithin(pool, { state, command }, withinMs));
      } finally {
        underway -= 1;
      }
    },
    workers: () => pool.threads.length,
    close: () => pool.close(),
  };
}

async function runWithin(
  pool: Piscina<DecideTask, DecideResult>,
  task: DecideTask,
  withinMs: number,
): Promise<DecideResult> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.max(0, withinMs));
  try {
    return await pool.run(task, { signal: limit.signal });
  } catch (error) {
    if (limit.signal.aborted) throw new NotDecidedError('timeout');
    throw new WorkerFailedError({ name: error instanceof Error ? error.name : 'Error', stack: '' });
  } finally {
    clearTimeout(timer);
  }
}

function eventsOf(result: DecideResult): NewSessionEvent[] {
  switch (result.kind) {
    case 'decided':
      return result.events;
    case 'refused':
      throw new DomainError(result.refusal.code, result.refusal.message, result.refusal.issues);
    case 'failed':
      throw new WorkerFailedError(result.error);
  }
}

/** The characters that the engine reads to decide the command. */
function charactersOf(command: SessionCommand): number {
  switch (command.kind) {
    case 'open': {
      const { chief_complaint, free_text, background } = command;
      const profile = background
        ? [
            background.chronic_conditions,
            background.current_medications,
            background.risk_factors,
            background.family_history,
          ]
        : [];
      return [chief_complaint, free_text ?? '', ...profile.flat()].reduce(
        (sum, { length }) => sum + length,
        0,
      );
    }
    case 'answer':
      return command.raw_text?.length ?? 0;
    case 'route':
      return command.text.length;
    default:
      return 0;
  }
}
