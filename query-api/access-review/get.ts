import { z } from 'zod';
import { recordRead } from '../../shared/audit/record-read.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { limitOffset } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import { reviewCsv } from './csv.ts';
import { accessHolders } from './holders.ts';
import { accessReview } from './schema.ts';

const CSV_TYPE = 'text/csv';
/** A whole review on one page, for all but the largest teams. */
const MAX_HOLDERS = 2_000;

const query = z.object({
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .meta({ description: 'JSON, or CSV with a line of names first.', examples: ['json'] }),
  ...limitOffset({ maxLimit: MAX_HOLDERS, defaultLimit: MAX_HOLDERS }),
});

export const reviewAccess = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/access-review',
    operationId: 'reviewAccess',
    summary: 'Who holds which access',
    description:
      'For a review of access: API keys, members, invitations, bound domains and logins of data teams, with scopes, role, ' +
      'maker and last use. Revoked keys are left out; members who were deactivated are shown as such. A test key sees test ' +
      'keys only. CSV cells that a spreadsheet would take for a formula begin with an apostrophe, and scopes are joined ' +
      'with semicolons. Each call is audited as access.reviewed.',
    tag: 'Team',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: {
      200: {
        description: 'One page.',
        schema: accessReview,
        otherTypes: [CSV_TYPE],
        headers: TOTAL_COUNT,
      },
    },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { format, limit, offset } = ctx.query;
      const caller = callerOf(ctx);
      const holders = await accessHolders(deps, caller, ctx.now);
      await recordRead(deps, ctx, {
        action: 'access.reviewed',
        subject: { type: 'tenant', id: caller.tenantId },
      });
      const data = holders.slice(offset, offset + limit);
      const total = holders.length;
      const headers = totalCount(total);
      if (format === 'csv') return { status: 200, body: reviewCsv(data), contentType: CSV_TYPE, headers };
      const body = { as_of: ctx.now.toISOString(), total, limit, offset, data };
      return { status: 200, body, headers };
    },
  });
