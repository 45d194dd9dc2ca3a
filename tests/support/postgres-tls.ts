import pg from 'pg';
import type { KeyPair } from '../../infra/event-store/access/certificates.ts';

/** Runs statements as superuser, each by itself. */
export async function asAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Writes a file as the server's user, into its folder; the text format of COPY writes line breaks as `\n`. */
const writing = (text: string, file: string): string =>
  `COPY (SELECT ${pg.escapeLiteral(text)}) TO PROGRAM 'umask 077; rm -f ${file}; sed "s/\\\\\\\\n/\\n/g" > ${file}'`;

/** Has a running Postgres of a test speak TLS with this certificate. New connections see it. */
export async function switchTlsOn(adminUrl: string, { certificate, privateKey }: KeyPair): Promise<void> {
  await asAdmin(
    adminUrl,
    writing(certificate, 'tls.crt'),
    writing(privateKey, 'tls.key'),
    "ALTER SYSTEM SET ssl_cert_file = 'tls.crt'",
    "ALTER SYSTEM SET ssl_key_file = 'tls.key'",
    "ALTER SYSTEM SET ssl = 'on'",
    'SELECT pg_reload_conf()',
    'SELECT pg_sleep(0.3)',
  );
}
