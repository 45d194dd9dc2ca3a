import { isUnreachable } from './pool.ts';

/** SQLSTATE codes of what an operator gets wrong. The sentences name settings, never a value. */
const BY_CODE: Partial<Record<string, string>> = {
  '3D000':
    'the database that DATABASE_URL names does not exist: make it with CREATE DATABASE, then npm run ops -- migrate',
  '28P01': 'the database server refuses the user or the password of DATABASE_URL',
  '28000': 'the database server refuses the user or the password of DATABASE_URL',
  '42P01': 'the database is not migrated: npm run ops -- migrate',
  '3F000': 'the database is not migrated: npm run ops -- migrate',
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

/** What Node says of a certificate that it does not accept. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);
const OTHER_CERTIFICATE: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the database server has expired: renew it',
  CERT_NOT_YET_VALID: 'the certificate of the database server is not valid yet: check the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the database server is for another host name than DATABASE_URL has',
};

/** One line on why the database cannot be used; null where the error is of another kind. */
export function describeDatabaseProblem(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && UNTRUSTED.has(code)) {
    return 'the certificate of the database server is signed by an authority that is not trusted: name its file with sslrootcert=<file> in DATABASE_URL';
  }
  if (code === '42501') {
    const right = MISSING_RIGHT.find(([pattern]) => pattern.test(String(message)));
    return right?.[1] ?? 'the user of DATABASE_URL lacks a right: see docs/operator/distributed.md';
  }
  const known = typeof code === 'string' ? (BY_CODE[code] ?? OTHER_CERTIFICATE[code]) : undefined;
  return known ?? (isUnreachable(error) ? 'the database is out of reach' : null);
}
