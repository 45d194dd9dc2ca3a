import { SEND_LIMITS, type Sender, type SendResult } from './sender.ts';
import { deliveryHeaders, ownSignature, type SignedMessage, type SigningKeys } from './signature.ts';

/** How a receiver answers a signature that it does not know. */
const REFUSALS = new Set([400, 401, 403]);

const isRefused = (result: SendResult): boolean =>
  result.kind === 'answered' && REFUSALS.has(result.statusCode);

/**
 * One attempt at a delivery. Within the grace of a rotation an answer of 400, 401 or 403 may come from a receiver that
 * knows an earlier secret only and looks at one header only: it is asked again at once with that secret's signature in
 * the main header, newest first. All sends are one attempt, within the time of one. The answer that got further
 * stands: where no secret was better than the current one, the answer to the current one does.
 */
export async function sendSigned(
  sender: Sender,
  url: URL,
  message: SignedMessage,
  keys: SigningKeys,
): Promise<SendResult> {
  const { body } = message;
  const headers = deliveryHeaders(message, keys);
  const first = await sender.send({ url, headers, body });
  let spentMs = first.latencyMs;
  if (!isRefused(first)) return first;
  for (const previous of keys.previous ?? []) {
    const withinMs = SEND_LIMITS.totalTimeoutMs - spentMs;
    if (withinMs <= 0) break;
    const signature = ownSignature(previous, message.timestampS, body);
    const again = await sender.send({
      url,
      headers: { ...headers, 'X-Svc-Signature-256': signature },
      body,
      withinMs,
    });
    spentMs += again.latencyMs;
    const isInterrupted = again.kind === 'unanswered' && again.error === 'interrupted';
    if (isInterrupted || (again.kind === 'answered' && !isRefused(again)))
      return { ...again, latencyMs: spentMs };
  }
  return { ...first, latencyMs: spentMs };
}
