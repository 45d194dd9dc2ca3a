import type { SendError, SendResult } from './sender.ts';

/** Why a delivery's attempt failed, as its receiver or the way to it showed it. A closed list. */
export type SendFailure =
  | SendError
  | 'http_redirect'
  | 'http_gone'
  | 'http_rate_limited'
  | 'http_client_error'
  | 'http_server_error'
  | 'http_unexpected';

/** 2xx is delivered, nothing else. */
export const isAccepted = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** The class of an answer that is no 2xx. */
export function classOfStatus(statusCode: number): Exclude<SendFailure, SendError> {
  if (statusCode === 410) return 'http_gone';
  if (statusCode === 429) return 'http_rate_limited';
  if (statusCode >= 300 && statusCode < 400) return 'http_redirect';
  if (statusCode >= 400 && statusCode < 500) return 'http_client_error';
  return statusCode >= 500 && statusCode < 600 ? 'http_server_error' : 'http_unexpected';
}

/** What went wrong, null for a delivery that was accepted. */
export function failureOf(result: SendResult): SendFailure | null {
  if (result.kind === 'unanswered') return result.error;
  return isAccepted(result.statusCode) ? null : classOfStatus(result.statusCode);
}
