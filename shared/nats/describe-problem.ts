import type { NatsConnection } from 'nats';
import { certificateProblem, describeCertificate } from '../tls/certificate-problem.ts';

const SERVER = {
  server: 'the NATS server',
  authority: 'name its file in NATS_CA_FILE',
  address: 'NATS_URL',
};

/** Codes of the client and of Node. The sentences name settings, never a value. */
const BY_CODE: Partial<Record<string, string>> = {
  AUTHORIZATION_VIOLATION: 'it refuses the user, the password or the key',
  AUTHENTICATION_EXPIRED: 'the credentials have expired',
  AUTHENTICATION_TIMEOUT: 'it refuses the user, the password or the key',
  ACCOUNT_EXPIRED: 'the account has expired',
  BAD_AUTHENTICATION: 'it refuses the user, the password or the key',
  BAD_CREDS: 'NATS_CREDENTIALS_FILE holds no JWT with its seed',
  CONNECTION_REFUSED: 'nothing listens at the address of NATS_URL, so that it is down or the port is another',
  SERVER_OPT_NA: 'it does not speak TLS: switch it on there, or leave tls:// and the NATS_…_FILE of TLS out',
  NATS_PROTOCOL_ERR: 'what listens at the address of NATS_URL is no NATS server',
  ENOTFOUND: 'the host name of NATS_URL is not known here',
  EAI_AGAIN: 'the host name of NATS_URL cannot be looked up here',
  EHOSTUNREACH: 'there is no way to the address of NATS_URL',
  ENETUNREACH: 'there is no way to the address of NATS_URL',
  ECONNRESET: 'it closes the connection: it may want a certificate (NATS_CERT_FILE, NATS_KEY_FILE)',
  TIMEOUT: 'it does not answer in time',
  CONNECTION_TIMEOUT: 'it does not answer in time',
};

/**
 * With TLS 1.3 the server looks at the process's certificate when the process already holds the connection for made, and then
 * hangs up, which the client (nats 2.29) does not notice before its time is over.
 */
const SILENT_AFTER_TLS =
  'it does not answer in time, or wants another certificate of this process (NATS_CERT_FILE, NATS_KEY_FILE)';

const CANNOT = 'NATS cannot be used';

/** One line on why no connection to NATS came about; `isTls` where the process asks for TLS. */
export function describeNatsProblem(error: unknown, { isTls }: { isTls: boolean }): string {
  const certificate = certificateProblem(error);
  if (certificate !== null) return `${CANNOT}: ${describeCertificate(certificate, SERVER)}`;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (/unexpected response from server/.test(String(message)))
    return `${CANNOT}: ${BY_CODE.NATS_PROTOCOL_ERR}`;
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  if (isTls && known === BY_CODE.TIMEOUT) return `${CANNOT}: ${SILENT_AFTER_TLS}`;
  return `${CANNOT}: ${known ?? 'the connection failed'}`;
}

export const NATS_LOST = 'NATS is out of reach: the connection was lost';
const OLDEST = { major: 2, minor: 9 };

/** What a server lacks that took the connection; null where it is as the service needs it. */
export async function describeNatsServer(connection: NatsConnection): Promise<string | null> {
  const version = connection.info?.version ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
    const own = /^[\d.]{1,20}/.exec(version)?.[0] ?? 'of an unknown version';
    return `${CANNOT}: it is NATS Server ${own}, and ${OLDEST.major}.${OLDEST.minor} or later is needed`;
  }
  try {
    await (await connection.jetstreamManager({ checkAPI: false })).getAccountInfo();
    return null;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    const isOff = code === '503' || (error instanceof Object && 'api_error' in error);
    return `${CANNOT}: JetStream ${isOff ? 'is not switched on there, or not for this account' : 'does not answer'}`;
  }
}
