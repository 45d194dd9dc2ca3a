import { defineRoute, type Route } from '../../shared/http/route.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { onBehalfOf } from '../kernel/command-origin.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { answerErased, erasedSchema } from '../kernel/erasure.ts';
import { auditingHolds } from '../kernel/holds.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { patientSubject } from './audit-subject.ts';
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
      'for one call, the same call goes on where it stopped. While the patient or one of the sessions is under legal ' +
      'hold, nothing is erased: 409, with the hold in `error.detail.hold`.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:write' },
    admission: 'handler',
    modes: true,
    params: patientParams,
    responses: { 200: { description: 'The patient is erased.', schema: erasedSchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId, tenant, caller, commandId, deadline } = admitted;
        const { patient_id: patientId } = ctx.params;
        const { requestId, ip, now } = ctx;
        const subject = () => patientSubject(deps, admitted, patientId);
        const refusal = { action: 'patient.erasure_refused', subject } as const;
        const stated = await auditingHolds(deps, { call: ctx, admitted, refusal }, () =>
          erasePatient(deps, {
            ...{ tenantId, tenant, caller, commandId, deadline },
            ...{ patientId, requestId, ip, now, onBehalfOf: onBehalfOf(ctx, tenant) },
          }),
        );
        return answerErased(deps, stated);
      }),
  });
