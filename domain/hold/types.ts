import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { instant, text } from '../kernel/fields.ts';

/** Why a hold was placed, in the words of whoever did; characters. */
export const MAX_HOLD_REASON = 500;

/** The sealed part of the events that place a hold. */
export const holdNote = z
  .object({ reason: text('Why it is held, as it was sent.', 'claim 2026-114') })
  .meta({ description: 'Why it is held.' });

/** A legal hold as it stands on a session or a patient: nothing of what it protects may be destroyed. */
export const holdSchema = z
  .object({
    reason: text('Why it is held, as it was sent.', 'claim 2026-114'),
    placed_at: instant('When the hold was placed, or its reason changed.'),
  })
  .meta({
    id: 'LegalHold',
    description: 'A legal hold: until it is lifted, nothing of what it protects is deleted or erased.',
  });
export type LegalHold = z.output<typeof holdSchema>;

/** What a hold stands on. */
export type Held = 'session' | 'patient';

/** Refuses to destroy what is under legal hold. The reason is for callers who may read it, and stands in no message. */
export class HeldError extends DomainError {
  readonly subject: Held;
  readonly hold: Omit<LegalHold, 'reason'> & { reason: string | null };
  constructor(subject: Held, hold: HeldError['hold']) {
    super('held', `The ${subject} is under legal hold.`);
    this.name = 'HeldError';
    this.subject = subject;
    this.hold = hold;
  }
}

/** Throws HeldError where a hold stands. */
export function requireFree(subject: Held, hold: LegalHold | null | undefined): void {
  if (hold) throw new HeldError(subject, hold);
}
