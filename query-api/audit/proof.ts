import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';

export const proveAudit = (): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/proof',
    operationId: 'getAuditProof',
    summary: 'Signed checkpoints of the audit trail',
    description:
      'Not available yet: answers 501. The rows of the trail carry the chain already (`hash`, `previous_hash`), and ' +
      'the operator command `audit verify` recomputes it.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'Not given yet.' } },
    errors: ['not_implemented'],
    handler: () =>
      Promise.reject(new ApiError('not_implemented', 'The proof of the audit trail is not available yet.')),
  });
