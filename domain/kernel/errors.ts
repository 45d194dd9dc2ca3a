/** Every reason for which a decision can refuse a command. The HTTP layer maps each to a status, nowhere else. */
export type DomainErrorCode =
  | 'not_found'
  | 'already_exists'
  | 'invalid_command'
  | 'session_finalized'
  | 'session_not_finalized'
  | 'session_unreadable'
  | 'question_already_answered'
  | 'question_not_current'
  | 'already_revoked'
  | 'scope_not_held'
  | 'expiry_not_held'
  | 'test_credential'
  | 'limit_reached'
  | 'held';

export type CommandIssue = { field: string; code: string; message: string };

/** Thrown by deciders. `issues` name every offending field of an `invalid_command`; texts never echo input. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly issues: CommandIssue[];
  constructor(code: DomainErrorCode, message: string, issues: CommandIssue[] = []) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.issues = issues;
  }
}
