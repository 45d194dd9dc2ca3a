import { Agent } from 'undici';
import { onAbort } from '../lifecycle/timing.ts';
import { classify, exchange, ExchangeError } from './exchange.ts';
import { createForm, type Form } from './forms.ts';
import { createPlaces } from '../lifecycle/places.ts';
import type { Catalogue } from './prompt.ts';
import type { ExtractorConfig } from './settings.ts';
import type { Extracted, Extractor, ExtractorFailure, ExtractorRequest } from './types.ts';

/** Callers that wait for a place, for each place that there is. */
const WAITING_PER_PLACE = 8;
const MAX_HEADER_BYTES = 16_384;

export type ExtractorOptions = {
  config: ExtractorConfig;
  catalogue: Catalogue;
  /** Told of each request when it is over. */
  onAsked?: (outcome: 'answered' | ExtractorFailure, seconds: number) => void;
};

/** The upstream that the settings name, null where they name none. Nothing is connected to before the first text. */
export function createExtractor({ config, catalogue, onAsked }: ExtractorOptions): Extractor | null {
  const { EXTRACTOR_TIMEOUT_MS: timeoutMs, EXTRACTOR_CONCURRENCY: limit } = config;
  const form = createForm(config, catalogue);
  return form && withForm(form, { timeoutMs, limit, onAsked });
}

type Limits = { timeoutMs: number; limit: number; onAsked: ExtractorOptions['onAsked'] };

function withForm(form: Form, { timeoutMs, limit, onAsked }: Limits): Extractor {
  // A pool of our own: proxies named in the environment are not used, and redirects are never followed.
  const agent = new Agent({
    connections: limit,
    pipelining: 1,
    // Certificates are verified, whatever the environment says.
    connect: { timeout: timeoutMs, rejectUnauthorized: true },
    // These begin anew with each piece that comes; a call has one budget for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const places = createPlaces(limit, limit * WAITING_PER_PLACE);
  const running = new Set<Budget>();
  let isStopped = false;

  async function ask(request: ExtractorRequest, budget: Budget): Promise<Extracted> {
    const place = await places.take(budget.signal);
    if (place === 'full') return failed('busy');
    if (place === 'aborted') return failed(budget.ended() ?? 'timeout');
    try {
      const claims = form.read(await exchange(agent, form.write(request), budget.signal));
      return claims === null ? failed('malformed') : { kind: 'answered', claims };
    } catch (error) {
      const failure = budget.ended() ?? (error instanceof ExchangeError ? error.failure : classify(error));
      if (failure === null) throw error;
      return failed(failure);
    } finally {
      places.free();
    }
  }

  return {
    extract: async (request, { signal, withinMs }) => {
      const startedAt = performance.now();
      const budget = createBudget(Math.min(withinMs, timeoutMs), signal);
      if (isStopped) budget.end('stopped');
      running.add(budget);
      try {
        const extracted = await ask(request, budget);
        const outcome = extracted.kind === 'answered' ? 'answered' : extracted.failure;
        onAsked?.(outcome, (performance.now() - startedAt) / 1_000);
        return extracted;
      } finally {
        running.delete(budget);
        budget.release();
      }
    },
    close: async () => {
      isStopped = true;
      for (const budget of running) budget.end('stopped');
      await agent.destroy();
    },
  };
}

const failed = (failure: ExtractorFailure): Extracted => ({ kind: 'failed', failure });

type Ending = 'timeout' | 'stopped' | 'abandoned';
type Budget = {
  signal: AbortSignal;
  /** What ended it first, null while it lasts. */
  ended(): Ending | null;
  end(ending: Ending): void;
  release(): void;
};

/** The time for one call: over when it has passed, when its caller has gone, or when it is ended. */
function createBudget(withinMs: number, caller: AbortSignal): Budget {
  const over = new AbortController();
  let ended: Ending | null = null;
  const end = (ending: Ending): void => {
    ended ??= ending;
    over.abort();
  };
  // Where nothing is left of it, nothing is sent.
  if (withinMs <= 0) end('timeout');
  const timer = setTimeout(() => end('timeout'), Math.max(0, withinMs));
  const forget = onAbort(caller, () => end('abandoned'));
  return {
    signal: over.signal,
    ended: () => ended,
    end,
    release: () => {
      clearTimeout(timer);
      forget();
    },
  };
}
