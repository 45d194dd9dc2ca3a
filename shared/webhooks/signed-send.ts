import { SEND_LIMITS, type Sender, type SendResult } from './sender.ts';
import {
  signedHeaders,
  signatureHeaders,
  type SignatureHeaders,
  type SignedMessage,
  type SigningKeys,
} from './signature.ts';

/** Statuses with which a receiver may refuse a signature. */
const REFUSALS = new Set([400, 401, 403]);

const isRefused = (result: SendResult): boolean =>
  result.kind === 'answered' && REFUSALS.has(result.statusCode);

/** What came of it, and how the request was signed that this came of. */
export type SignedSend = { result: SendResult; signatures: SignatureHeaders };

/**
 * One attempt at a delivery. During the grace period of a rotation a receiver that knows only a previous secret, and compares
 * only the main header or the first signature of a list, may answer 400, 401 or 403. Then the request is repeated at once
 * with the signature of a previous secret in these places, the newest secret first. All requests together are one attempt and share its time limit. The
 * result is the first answer that is no such refusal, or else the answer to the current secret.
 */
export async function sendSigned(
  sender: Sender,
  url: URL,
  message: SignedMessage,
  keys: SigningKeys,
): Promise<SignedSend> {
  const { body } = message;
  const signatures = signatureHeaders(message, keys);
  const first = await sender.send({ url, headers: signedHeaders(message, signatures), body });
  let spentMs = first.latencyMs;
  if (!isRefused(first)) return { result: first, signatures };
  for (const previous of keys.previous ?? []) {
    const withinMs = SEND_LIMITS.totalTimeoutMs - spentMs;
    if (withinMs <= 0) break;
    const anew = signatureHeaders(message, keys, previous);
    const headers = signedHeaders(message, anew);
    const again = await sender.send({ url, headers, body, withinMs });
    spentMs += again.latencyMs;
    const isInterrupted = again.kind === 'unanswered' && again.error === 'interrupted';
    if (isInterrupted || (again.kind === 'answered' && !isRefused(again)))
      return { result: { ...again, latencyMs: spentMs }, signatures: anew };
  }
  return { result: { ...first, latencyMs: spentMs }, signatures };
}
