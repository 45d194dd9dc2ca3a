import { base64Of, bytesOfBase64, hexOf } from '../../service/bytes.ts';

/** A request as the receiver was sent it. */
export type SentRequest = { headers: Readonly<Record<string, string>>; body: string };

/** What a signature comes to with the secrets that one has. */
export type Verdict = {
  /** By `X-Svc-Signature-256`, or its `-Previous` while a rotation is under way. */
  own: 'right' | 'previous' | 'wrong';
  /** By `webhook-signature`, of Standard Webhooks. */
  standard: 'right' | 'wrong';
};

const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
/** Whole, as it was shown: `whsec_` and base64. */
export const isSecret = (text: string): boolean => SECRET.test(text);

const encoder = new TextEncoder();

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

/**
 * Computes the signatures anew from secret, time and body, in the browser, and compares. The secret does not leave it. The
 * age of the request is not looked at: it was right when it was sent.
 */
export async function verify({ headers, body }: SentRequest, secrets: readonly string[]): Promise<Verdict> {
  const signed = `${headers['X-Svc-Timestamp'] ?? ''}.${body}`;
  const standardSigned = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
  const given = (headers['webhook-signature'] ?? '').split(' ');
  const verdicts = await Promise.all(
    secrets.map(async (secret): Promise<Verdict> => {
      const own = hexOf(await hmac(encoder.encode(secret), signed));
      const standard = base64Of(await hmac(bytesOfBase64(secret.slice('whsec_'.length)), standardSigned));
      return {
        own:
          own === headers['X-Svc-Signature-256']
            ? 'right'
            : own === headers['X-Svc-Signature-256-Previous']
              ? 'previous'
              : 'wrong',
        standard: given.includes(`v1,${standard}`) ? 'right' : 'wrong',
      };
    }),
  );
  return (
    verdicts.find(({ own }) => own === 'right') ??
    verdicts.find(({ own, standard }) => own === 'previous' || standard === 'right') ?? {
      own: 'wrong',
      standard: 'wrong',
    }
  );
}
