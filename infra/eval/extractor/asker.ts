import { createHash } from 'node:crypto';
import { siftUpstream, type Sifted } from '../../../domain/session/upstream.ts';
import type { Engine } from '../../../domain/clinical/types.ts';
import type { Letter } from '../../../shared/extractor/exchange.ts';
import { createForm } from '../../../shared/extractor/forms.ts';
import type { ExtractorConfig } from '../../../shared/extractor/settings.ts';
import type { Extractor, ExtractorFailure, ExtractorRequest } from '../../../shared/extractor/types.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** What came of asking: not asked where the run was over before. */
export type Asked =
  | { kind: 'answered'; sifted: Sifted }
  | { kind: 'failed'; failure: ExtractorFailure }
  | { kind: 'not_asked' };

/** What the calls of a run came to. */
export type Calls = {
  /** Requests of this run, and answers of an earlier one that were used again. */
  sent: number;
  reused: number;
  failures: Map<ExtractorFailure, number>;
  dropped: Sifted['dropped'];
  /** Findings that were taken, of all answers. */
  findings: number;
  /** Milliseconds of each answer. */
  latenciesMs: number[];
  /** Characters of each request that was sent or used again. */
  promptChars: number[];
  /** Why the rest was not asked; null where all was. */
  stopped: 'time limit' | 'nothing but failures' | null;
};

export type Asker = { ask(request: ExtractorRequest): Promise<Asked>; calls: Calls };

export type AskerOptions = {
  config: ExtractorConfig;
  engine: Engine;
  extractor: Extractor;
  kept: KeptAnswers;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** When, by that clock, nothing more is asked. */
  deadlineMs: number;
};

/** So many failures in a row that no text can be the reason of end a run: a wrong key, or nobody there. */
const MOST_FAILURES_IN_A_ROW = 20;
const HOPELESS: ReadonlySet<ExtractorFailure> = new Set(['unreachable', 'connection_closed', 'bad_status']);

/** Asks an operator's model as the service does: the same request, the same limits, the same reading of the answer. */
export function createAsker({ config, engine, extractor, kept, now, deadlineMs }: AskerOptions): Asker {
  const form = createForm(config, engine);
  if (form === null) throw new Error('no extractor is named');
  const calls: Calls = {
    sent: 0,
    reused: 0,
    failures: new Map(),
    dropped: { unknown_code: 0, invalid_value: 0, contradictory: 0 },
    findings: 0,
    latenciesMs: [],
    promptChars: [],
    stopped: null,
  };
  const asking = new Map<string, Promise<Asked>>();
  let failedInARow = 0;

  function take(claims: Parameters<typeof siftUpstream>[1], ms: number): Asked {
    const sifted = siftUpstream(engine, claims);
    calls.latenciesMs.push(ms);
    calls.findings += sifted.findings.length;
    for (const reason of ['unknown_code', 'invalid_value', 'contradictory'] as const)
      calls.dropped[reason] += sifted.dropped[reason];
    return { kind: 'answered', sifted };
  }

  async function send(request: ExtractorRequest, key: string, promptChars: number): Promise<Asked> {
    if (calls.stopped === null && now() >= deadlineMs) calls.stopped = 'time limit';
    if (calls.stopped !== null) return { kind: 'not_asked' };
    calls.sent += 1;
    calls.promptChars.push(promptChars);
    const startedMs = now();
    const withinMs = config.EXTRACTOR_TIMEOUT_MS;
    const extracted = await extractor.extract(request, { signal: new AbortController().signal, withinMs });
    if (extracted.kind === 'failed') {
      const { failure } = extracted;
      calls.failures.set(failure, (calls.failures.get(failure) ?? 0) + 1);
      failedInARow = HOPELESS.has(failure) ? failedInARow + 1 : 0;
      if (failedInARow >= MOST_FAILURES_IN_A_ROW) calls.stopped ??= 'nothing but failures';
      return extracted;
    }
    failedInARow = 0;
    const ms = now() - startedMs;
    kept.keep({ key, claims: extracted.claims, ms });
    return take(extracted.claims, ms);
  }

  return {
    calls,
    // The same text is asked for once, also where it stands in several tables.
    ask: (request) => {
      const letter = form.write(request);
      const key = digestOf(letter);
      const under = asking.get(key);
      if (under !== undefined) return under;
      const known = kept.get(key);
      const promptChars = charactersOf(letter);
      if (known !== undefined) {
        calls.reused += 1;
        calls.promptChars.push(promptChars);
      }
      const asked =
        known === undefined ? send(request, key, promptChars) : Promise.resolve(take(known.claims, known.ms));
      asking.set(key, asked);
      return asked;
    },
  };
}

const digestOf = ({ url, body }: Letter): string =>
  createHash('sha256').update(`${url.href}\n${body}`).digest('hex').slice(0, 32);

type Body = { messages?: { content: string }[] };

/** What a model has to read: the messages; in the plain form the whole body. */
function charactersOf({ body }: Letter): number {
  const { messages } = JSON.parse(body) as Body;
  return messages === undefined
    ? body.length
    : messages.reduce((sum, { content }) => sum + content.length, 0);
}
