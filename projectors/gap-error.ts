/** An event does not follow on the row that it belongs to: the row was changed by something else than the log. */
export class RevisionGapError extends Error {
  constructor() {
    super('an event does not follow on its row');
    this.name = 'RevisionGapError';
  }
}

/** A projector sees every event in order, so a row that is behind is a row that is wrong. */
export function requireNoGap(behind: number): void {
  if (behind > 0) throw new RevisionGapError();
}
