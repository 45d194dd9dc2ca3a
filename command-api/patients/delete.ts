import { defineRoute, type Route } from '../../shared/http/route.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { answerErased, erasedSchema } from '../kernel/erasure.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { erasePatient } from './erase-patient.ts';

export const deletePatient = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/patients/{patient_id}',
    operationId: 'erasePatient',
    summary: 'Erase a patient: the profile and all sessions',
    description:
      'Destroys every key of the profile and of each session with this patient_id, in the mode of the caller (a ' +
      'dashboard session: the live patient, or the test one where only that exists). The signed certificate says ' +
      'what was destroyed and what remains. Where a call was broken off, or answered 503 because there was too much ' +
      'for one call, the same call goes on where it stopped.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:write' },
    admission: 'handler',
    params: patientParams,
    responses: { 200: { description: 'The patient is erased.', schema: erasedSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async ({ tenantId, tenant, caller, commandId, deadline }) => {
        const stated = await erasePatient(deps, {
          tenantId,
          tenant,
          caller,
          commandId,
          patientId: ctx.params.patient_id,
          requestId: ctx.requestId,
          ip: ctx.ip,
          now: ctx.now,
          deadline,
        });
        return answerErased(deps, stated);
      }),
  });
