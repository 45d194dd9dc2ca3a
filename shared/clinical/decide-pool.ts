import path from 'node:path';
import { Piscina } from 'piscina';
import type { Registry } from 'prom-client';
import { DomainError } from '../../domain/kernel/errors.ts';
import { decide } from '../../domain/session/decider.ts';
import type { Engine } from '../../domain/clinical/types.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { NewSessionEvent } from '../../domain/session/events.ts';
import { createPlaces, type Places } from '../lifecycle/places.ts';
import type { Logger } from '../logging/logger.ts';
import type { DecideResult, DecideTask } from './decide-worker.ts';
import { largeTextMetrics, type NotReadReason } from './large-text-metrics.ts';

/**
 * So many characters are read beside the event loop. Reading costs up to 30 µs for each character of a dense text, so
 * what is read on the event loop holds it for 15 ms at most; a hop to a worker and back costs about 1 ms.
 */
const APART_FROM_CHARACTERS = 500;
/** Each takes up to 0.3 s: whoever stands behind so many others would wait for seconds. */
const MAX_WAITING = 16;
/** What is read on the event loop waits for its turn: behind so many others the time of its call would be up. */
const MAX_DUE = 1_000;
const IDLE_MS = 5 * 60_000;

/** The command was not decided, for now. */
export class NotDecidedError extends Error {
  override readonly name = 'NotDecidedError';
  readonly reason: NotReadReason;
  constructor(reason: NotReadReason) {
    super(`a text was not read: ${reason}`);
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

/** Whose command it is, and the time for it, waiting included. */
export type DecideBudget = { tenantId: string; withinMs: number };

export type DecidePool = {
  /**
   * What `decide` of `domain/session` gives, without holding the event loop for a large text: that is read in a worker. Of
   * the small ones one is read in each turn of the event loop, so that many calls at once do not hold it together.
   * Tenants whose texts wait have turns.
   * @throws DomainError as `decide` does
   * @throws NotDecidedError where too many texts wait, or the time is up: a worker that is still at it then is ended
   */
  decide(task: DecideTask, budget: DecideBudget): Promise<NewSessionEvent[]>;
  /** Workers that run. */
  workers(): number;
  /** Ends the workers, and what is not decided by then. */
  close(): Promise<void>;
};

export type DecidePoolOptions = {
  /** The most that run at once, each with an engine of its own. Without any, all is decided on the event loop. */
  workers: number;
  maxWaiting?: number;
  registry?: Registry | undefined;
  logger?: Logger | undefined;
};

/** Starts no worker before the first large text, and ends those that had none for five minutes. */
export function createDecidePool(engine: Engine, options: DecidePoolOptions): DecidePool {
  const { workers, maxWaiting = MAX_WAITING, registry } = options;
  const places = createPlaces(workers, maxWaiting);
  const metrics = registry && largeTextMetrics(registry, () => places.count());
  const pool = workers === 0 ? null : startPool(options);
  const turns = createPlaces(1, MAX_DUE);
  const closing = new AbortController();

  /** Waits for a place, works in it, and gives it back. Throws NotDecidedError where there is none in time. */
  async function within<Result>(
    { tenantId, withinMs }: DecideBudget,
    own: { places: Places; leave: (free: () => void) => void },
    work: (signal: AbortSignal) => Result | Promise<Result>,
  ): Promise<Result> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), Math.max(0, withinMs));
    const signal = AbortSignal.any([late.signal, closing.signal]);
    const place = await own.places.take(signal, tenantId);
    try {
      if (place === 'full') throw new NotDecidedError('full');
      signal.throwIfAborted();
      return await work(signal);
    } catch (error) {
      if (!(error instanceof NotDecidedError) && signal.aborted) {
        throw new NotDecidedError(closing.signal.aborted ? 'stopped' : 'timeout');
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (place === 'taken') own.leave(() => own.places.free());
    }
  }

  /** The next one begins once what came in meanwhile was looked at. */
  const decideHere = ({ state, command, at }: DecideTask, budget: DecideBudget): Promise<NewSessionEvent[]> =>
    within(budget, { places: turns, leave: setImmediate }, () => decide(state, command, engine.asOf(at)));

  function decideApart(own: TextPool, task: DecideTask, budget: DecideBudget): Promise<DecideResult> {
    const askedMs = performance.now();
    // Counted here: Piscina's own bound let twelve wait where two may, and it knows no tenants.
    return within(budget, { places, leave: (free) => free() }, async (signal) => {
      metrics?.waited((performance.now() - askedMs) / 1_000);
      try {
        return await own.run(task, { signal });
      } catch (error) {
        throw new WorkerFailedError({ name: error instanceof Error ? error.name : 'Error', stack: '' });
      }
    });
  }

  return {
    decide: async (task, budget) => {
      if (pool === null || charactersOf(task.command) < APART_FROM_CHARACTERS)
        return decideHere(task, budget);
      try {
        return eventsOf(await decideApart(pool, task, budget));
      } catch (error) {
        if (error instanceof NotDecidedError) metrics?.refused(error.reason);
        throw error;
      }
    },
    workers: () => pool?.threads.length ?? 0,
    close: async () => {
      closing.abort();
      await pool?.destroy();
    },
  };
}

type TextPool = Piscina<DecideTask, DecideResult>;

function startPool({ workers, logger }: DecidePoolOptions): TextPool {
  const { filename } = import.meta;
  const pool: TextPool = new Piscina({
    filename: path.join(path.dirname(filename), `decide-worker${path.extname(filename)}`),
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: IDLE_MS,
    // It needs no setting, and gets no secret.
    env: {},
  });
  // One that fails while it reads nothing: the next text starts another. Unheard, this would end the process.
  pool.on('error', (error: Error) => logger?.error({ err: error }, 'a worker for large texts failed'));
  return pool;
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
