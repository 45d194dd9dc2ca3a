/** One attempt as it stands in `attempt_log` of its delivery's row. */
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
};

/** Replays add to the log without end; only the latest stay in it. */
export const MAX_LOGGED_ATTEMPTS = 100;
