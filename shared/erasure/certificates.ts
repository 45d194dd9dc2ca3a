import type { TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash } from '../crypto/seal.ts';
import type { Signer } from '../crypto/signer.ts';
import type { Sql } from '../postgres/pool.ts';
import type { ErasedType } from './records.ts';

export type ErasedSubject = {
  certificateId: string;
  tenantId: string;
  subject: { type: ErasedType; id: string };
  /** When the last of it was destroyed. */
  at: Date;
  /** Ids of the destroyed keys, and how many rows were removed from which table. */
  keyIds: string[];
  rows: Record<string, number>;
  /** What was removed elsewhere; left out where there is nothing such. */
  copies?: Record<string, number>;
  /** What is still there, and why it cannot be read. */
  remains: readonly string[];
  /** Of a patient: what the certificate is found by later, see `erasedPatientHash`. */
  patientHash?: Buffer;
};

/** A certificate without its signature. */
export type ErasureStatement = {
  certificate_id: string;
  subject: { type: ErasedType; id: string };
  erased_at: string;
  destroyed: { key_ids: string[]; rows: Record<string, number>; copies: Record<string, number> };
  remains: string[];
  backups_expire_at: string;
};

const DAY_MS = 86_400_000;

type StateDeps = { backupRetentionDays: number };

/** What a certificate says of an erasure. */
export function statementOf(
  { backupRetentionDays }: StateDeps,
  { certificateId, subject, at, keyIds, rows, copies = {}, remains }: ErasedSubject,
): ErasureStatement {
  return {
    certificate_id: certificateId,
    subject,
    erased_at: at.toISOString(),
    destroyed: { key_ids: keyIds, rows, copies },
    remains: [...remains],
    backups_expire_at: new Date(at.getTime() + backupRetentionDays * DAY_MS).toISOString(),
  };
}

/**
 * Keeps what the certificate of an erasure says, and returns it. Where that was done before, the first statement stands:
 * a repeat signs the same facts.
 */
export async function stateErased(
  deps: StateDeps,
  sql: Sql,
  erased: ErasedSubject,
): Promise<ErasureStatement> {
  const statement = statementOf(deps, erased);
  const { rows } = await sql.query<{ statement: ErasureStatement }>(
    `INSERT INTO ops.erasure_certificates AS c
       (certificate_id, tenant_id, subject_type, subject_id, patient_hash, erased_at, statement)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (certificate_id) DO UPDATE SET statement = c.statement RETURNING statement`,
    [
      erased.certificateId,
      erased.tenantId,
      erased.subject.type,
      erased.subject.id,
      erased.patientHash ?? null,
      erased.at,
      JSON.stringify(statement),
    ],
  );
  return rows[0]?.statement ?? statement;
}

/** The statement that was kept under the id of a certificate; null where there is none. */
export async function findStatement(
  sql: Sql,
  { tenantId, certificateId }: Pick<ErasedSubject, 'tenantId' | 'certificateId'>,
): Promise<ErasureStatement | null> {
  const { rows } = await sql.query<{ statement: ErasureStatement }>(
    'SELECT statement FROM ops.erasure_certificates WHERE tenant_id = $1 AND certificate_id = $2',
    [tenantId, certificateId],
  );
  return rows[0]?.statement ?? null;
}

/** Where a list of certificates stands. */
export type CertificatePlace = { at: string; id: string };

/** What the calls of a tenant have erased, sessions and patients, the latest first. */
export async function listStatements(
  sql: Sql,
  { tenantId, before, limit }: { tenantId: string; before: CertificatePlace | null; limit: number },
): Promise<ErasureStatement[]> {
  const { rows } = await sql.query<{ statement: ErasureStatement }>({
    name: 'list-erasure-certificates',
    text: `SELECT statement FROM ops.erasure_certificates
           WHERE tenant_id = $1 AND subject_type IN ('session', 'patient')
             AND ($2::timestamptz IS NULL OR (erased_at, certificate_id) < ($2, $3::uuid))
           ORDER BY erased_at DESC, certificate_id DESC LIMIT $4`,
    values: [tenantId, before?.at ?? null, before?.id ?? null, limit],
  });
  return rows.map(({ statement }) => statement);
}

/** The certificate: the same facts give the same bytes under the same key. */
export async function signStatement({ signer }: { signer: Pick<Signer, 'sign'> }, stated: ErasureStatement) {
  return { ...stated, signature: await signer.sign(stated) };
}

/**
 * By what the certificate of a patient is found: the hash, keyed by the tenant, of the partner's own id. It is of another
 * kind than the one that finds living patients, so that it leads to this certificate and to nothing else.
 */
export const erasedPatientHash = (tenant: TenantKeys, patientId: string): Buffer =>
  keyedHash(tenant.lookup, `erased-patient|${patientId}`);
