import type { SendError, SendResult } from './sender.ts';

/** Why an attempt failed: the receiver's answer, or the error of the connection. A closed list. */
export type SendFailure =
  | SendError
  | 'http_redirect'
  | 'http_gone'
  | 'http_rate_limited'
  | 'http_client_error'
  | 'http_server_error'
  | 'http_unexpected';

/** Only 2xx counts as delivered. */
export const isAccepted = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** The class of a status other than 2xx. */
export function classOfStatus(statusCode: number): Exclude<SendFailure, SendError> {
  if (statusCode === 410) return 'http_gone';
  if (statusCode === 429) return 'http_rate_limited';
  if (statusCode >= 300 && statusCode < 400) return 'http_redirect';
  if (statusCode >= 400 && statusCode < 500) return 'http_client_error';
  return statusCode >= 500 && statusCode < 600 ? 'http_server_error' : 'http_unexpected';
}

/** The class of a failed attempt; null for an accepted one. */
export function failureOf(result: SendResult): SendFailure | null {
  if (result.kind === 'unanswered') return result.error;
  return isAccepted(result.statusCode) ? null : classOfStatus(result.statusCode);
}
