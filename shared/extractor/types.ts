import type { Claim } from './answer.ts';
import type { ExchangeFailure } from './exchange.ts';

/** A text and what it is an answer to. */
export type ExtractorRequest = {
  text: string;
  /** The question as it was put, in English; null where nothing was asked. */
  question: { question_id: string; text: string; targets: string[] } | null;
  /** What the built-in reader makes of it; stays in the installation, but for the codes that a model may choose from. */
  known: {
    /** Complaints that the interview follows with this text. */
    branches: string[];
    /** Findings that it read in the text. */
    findings: string[];
  };
};

/** Why there is no answer. A closed list: it goes into metrics and logs. */
export type ExtractorFailure =
  | ExchangeFailure
  /** Past the budget, wherever the time went. */
  | 'timeout'
  /** Too many wait for a place already. */
  | 'busy'
  /** The process ends. */
  | 'stopped'
  /** Whoever asked has gone. */
  | 'abandoned';

export type Extracted = { kind: 'answered'; claims: Claim[] } | { kind: 'failed'; failure: ExtractorFailure };

/** An upstream that reads texts: asked over the network, and believed in nothing but the form of its answer. */
export type Extractor = {
  /**
   * Asks once. Settles within `withinMs` (or the configured budget, where that is less), at once when the signal is
   * aborted. Rejects for nothing that the other side does.
   */
  extract(request: ExtractorRequest, options: { signal: AbortSignal; withinMs: number }): Promise<Extracted>;
  /** Whatever is under way or still to come ends as `stopped`; then every connection is closed. */
  close(): Promise<void>;
};
