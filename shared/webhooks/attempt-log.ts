/** One attempt in the column `attempt_log` of a delivery. */
export type LoggedAttempt = {
  /** From 1, over all rounds. */
  attempt: number;
  /** When it was signed and sent. ISO 8601 UTC. */
  at: string;
  status_code: number | null;
  error: string | null;
  latency_ms: number;
  /** The beginning of the answer, sealed under the key of the message, in base64. */
  excerpt_sealed: string | null;
  /** The headers that sign the request, sealed alike; absent in attempts from before they were kept. */
  signatures_sealed?: string | null;
};

/** Replays add attempts without a limit; only the latest are kept. */
export const MAX_LOGGED_ATTEMPTS = 100;
