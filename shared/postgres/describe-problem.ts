import { certificateProblem, describeCertificate, type TlsServer } from '../tls/certificate-problem.ts';
import { isUnreachable } from './pool.ts';

const SERVER: TlsServer = {
  server: 'the database server',
  authority: 'name its file with sslrootcert=<file> in DATABASE_URL',
  address: 'DATABASE_URL',
};

/** SQLSTATE codes of what an operator gets wrong. The sentences name settings, never a value. */
const BY_CODE: Partial<Record<string, string>> = {
  '3D000':
    'the database that DATABASE_URL names does not exist: make it with CREATE DATABASE, then npm run ops -- migrate',
  '28P01': 'the database server refuses the user or the password of DATABASE_URL',
  '28000': 'the database server does not let the user of DATABASE_URL in from this host (pg_hba.conf)',
  '42P01': 'the database is not migrated: npm run ops -- migrate',
  '3F000': 'the database is not migrated: npm run ops -- migrate',
  '25006': 'DATABASE_URL leads to a standby, which takes no writes: name the primary server',
};

const AWAY = 'the database is out of reach';
const AWAY_BY_CODE: Partial<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the address of DATABASE_URL, so that it is down or the port is another',
  ENOTFOUND: 'the host name of DATABASE_URL is not known here',
  EAI_AGAIN: 'the host name of DATABASE_URL cannot be looked up here',
  EHOSTUNREACH: 'there is no way to the address of DATABASE_URL',
  ENETUNREACH: 'there is no way to the address of DATABASE_URL',
  ETIMEDOUT: 'the address of DATABASE_URL does not answer',
  '53100': 'its disk is full',
  '53200': 'it has no memory left',
  '58030': 'its disk cannot be read or written',
  '53300': 'it has no connection left (max_connections)',
  '57P03': 'it is starting or stopping',
};

const MISSING_RIGHT: readonly [RegExp, string][] = [
  [
    /to create role/,
    'the user of DATABASE_URL may not create roles: ALTER ROLE <user> CREATEROLE, then npm run ops -- migrate',
  ],
  [
    /to grant role/,
    'another user of this server made the roles of the service: GRANT triage_api, triage_analyst TO <user> WITH ADMIN OPTION, then npm run ops -- migrate',
  ],
  [
    /for (database|schema public)/,
    'the user of DATABASE_URL may not create tables and schemas: ALTER DATABASE <database> OWNER TO <user>, then npm run ops -- migrate',
  ],
];

/** What the client says without a code, and what the server says beside one that does not say it all. */
const BY_TEXT: readonly [RegExp, string][] = [
  [
    /does not support SSL/,
    'the database server does not speak TLS: switch it on there (ssl = on), or leave sslmode out of DATABASE_URL',
  ],
  [
    /no encryption|SSL off/,
    'the database server lets nobody in without TLS: append ?sslmode=verify-full&sslrootcert=<file> to DATABASE_URL',
  ],
];

/** One line on why the database cannot be used; null where the error is of another kind. */
export function describeDatabaseProblem(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const certificate = certificateProblem(error);
  if (certificate !== null) return describeCertificate(certificate, SERVER);
  if (code === '42501') {
    const right = MISSING_RIGHT.find(([pattern]) => pattern.test(String(message)));
    return right?.[1] ?? 'the user of DATABASE_URL lacks a right: see docs/operator/distributed.md';
  }
  const isOfClient = code === undefined || code === '28000';
  const told = isOfClient ? BY_TEXT.find(([pattern]) => pattern.test(String(message))) : undefined;
  if (told) return told[1];
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  if (known !== undefined) return known;
  if (!isUnreachable(error)) return null;
  const why = typeof code === 'string' ? AWAY_BY_CODE[code] : undefined;
  return why === undefined ? AWAY : `${AWAY}: ${why}`;
}
