import { ErrorType } from '@eventstore/db-client';
import { StartupError } from '../lifecycle/startup-error.ts';
import { leaveOutAddressNames } from './tls-server-name.ts';

/**
 * Why the event store cannot be used, and what an operator reads about it. The sentences are constants: they name
 * neither a host nor anything of the connection string, which holds a password.
 */
export const CONNECTION_PROBLEMS = {
  wrong_credentials: 'it refuses the user name or the password of EVENTSTORE_URL',
  missing_rights: 'its user lacks a right: it must read $all, and read and write streams',
  untrusted_authority:
    'its certificate is of an authority that is not trusted: name the CA file in EVENTSTORE_URL (tlsCAFile)',
  wrong_host_name: 'its certificate is for another host name than EVENTSTORE_URL has',
  expired_certificate: 'its certificate has expired, or does not hold yet',
  no_tls: 'it does not speak TLS there: EVENTSTORE_URL says tls=true, or leaves tls out',
  connection_closed:
    'it takes the connection and closes it: it may want TLS, and EVENTSTORE_URL says tls=false',
  refused: 'nothing listens at the address of EVENTSTORE_URL: it is down, or the port is another',
  unknown_host: 'the host name of EVENTSTORE_URL is not known here',
  unreachable: 'there is no way to the address of EVENTSTORE_URL',
  no_node: 'no node of the cluster is in reach and can be used',
  wrong_version: 'it lacks a call that the service needs: it is no EventStoreDB 23.10, or an older one',
  lost: 'the connection was lost',
  no_answer: 'it does not answer in time',
  late_append:
    'it refuses appends as too late: its clock is ahead of this one by 5 s or more, or it is overloaded',
  too_slow: 'it dropped a subscription of this process (Consumer too slow to handle event while live)',
  event_missing:
    'an event that a stream must have is missing in its files: `ops audit verify --all --against-log` names it',
  other: 'it answers with an error that has no name here',
} as const;

export type ConnectionProblem = keyof typeof CONNECTION_PROBLEMS;

/** Status codes of gRPC that say it all. */
const BY_STATUS: Partial<Record<number, ConnectionProblem>> = {
  4: 'no_answer', // DEADLINE_EXCEEDED
  7: 'missing_rights', // PERMISSION_DENIED
  12: 'wrong_version', // UNIMPLEMENTED
  15: 'event_missing', // DATA_LOSS
  16: 'wrong_credentials', // UNAUTHENTICATED
};

/**
 * Beside UNAVAILABLE (14) the cause stands in the text alone, as grpc-js 1.14, Node and OpenSSL word it. The first that
 * fits counts.
 */
const BY_TEXT: readonly [RegExp, ConnectionProblem][] = [
  [/ALTNAME_INVALID|does not match certificate's altnames/, 'wrong_host_name'],
  [/certificate has expired|CERT_HAS_EXPIRED|not yet valid|CERT_NOT_YET_VALID/i, 'expired_certificate'],
  [
    /unable to (verify|get)|self.signed|UNABLE_TO_|SELF_SIGNED|certificate (rejected|not trusted)/i,
    'untrusted_authority',
  ],
  [/wrong version number|packet length too long|ssl\/tls alert|record layer/i, 'no_tls'],
  [/Consumer too slow/, 'too_slow'],
  [/ECONNREFUSED/, 'refused'],
  [/Name resolution failed|ENOTFOUND|EAI_AGAIN/, 'unknown_host'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, 'unreachable'],
  [/Failed to discover|Server Is Not Ready|No leader info/, 'no_node'],
  // A connection that ended before it was one: closed, or reset, in the middle of its first words.
  [
    /Failed to connect|No connection established.*(ECONNRESET|EPIPE|Socket closed|disconnected)/s,
    'connection_closed',
  ],
];

const UNAVAILABLE = 14;
const CANCELLED = 1;

/** The kind of problem that an error of the driver shows; `no_answer` where there was no error. */
export function connectionProblem(error: unknown): ConnectionProblem {
  if (!(error instanceof Error)) return 'no_answer';
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (isProblem(code)) return code; // of a LogUnavailableError
  const byStatus = typeof code === 'number' ? BY_STATUS[code] : undefined;
  if (byStatus) return byStatus;
  // Without a status: the answer to one append of a stream of them.
  if (type === ErrorType.DEADLINE_EXCEEDED) return 'late_append';
  const found = BY_TEXT.find(([pattern]) => pattern.test(error.message));
  if (found) return found[1];
  return code === UNAVAILABLE || code === CANCELLED ? 'lost' : 'other';
}

const isProblem = (code: unknown): code is ConnectionProblem =>
  typeof code === 'string' && Object.hasOwn(CONNECTION_PROBLEMS, code);

/** One line for the operator. */
export const describeProblem = (problem: ConnectionProblem): string =>
  `the event store cannot be used: ${CONNECTION_PROBLEMS[problem]}`;

/** Makes the driver's client, whose own errors repeat the connection string. Throws StartupError in their place. */
export function orStartupError<Client>(make: () => Client): Client {
  leaveOutAddressNames();
  try {
    return make();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const isFile = error instanceof Error && /certificate|Cert|ENOENT|EACCES/.test(error.message);
    throw new StartupError(
      isFile
        ? 'EVENTSTORE_URL names a file of certificates or keys (tlsCAFile, userCertFile, userKeyFile) that cannot be read'
        : 'EVENTSTORE_URL is no connection string that the driver takes: esdb://user:password@host:2113?tls=true',
    );
  }
}
