import type { Access } from '../../shared/audit/record-access.ts';
import { auditSubject, findPatient } from '../../shared/patients/find.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { AdmittedTenantCommand } from '../kernel/tenant-command.ts';

/** How the audit trail names a patient: the profile's id, else the keyed hash of the partner's id. */
export async function patientSubject(
  deps: Pick<CommandDeps, 'poolOf' | 'dataKeys'>,
  { tenantId, tenant, caller }: AdmittedTenantCommand,
  patientId: string,
): Promise<Access['subject']> {
  const patient = await findPatient(deps, { tenantId, test: caller.test }, patientId);
  return auditSubject(patient ?? { profile: null, hash: patientHash(tenant, patientId) });
}
