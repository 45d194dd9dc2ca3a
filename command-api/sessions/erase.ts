import type { z } from 'zod';
import { isOpen } from '../../domain/session/state.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import { defineRoute, type Route, type RouteContext } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseSessions } from '../../shared/read-models/erase-sessions.ts';
import { sessionParams } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { answerErased, concludeErasures, erasedSchema, SESSION_REMAINS } from '../kernel/erasure.ts';
import { stateErased } from '../../shared/erasure/certificates.ts';
import { executeCommand } from '../kernel/execute-command.ts';
import { auditingHolds, holdOnPatientOf } from '../kernel/holds.ts';
import { perform } from './perform.ts';
import { sessionNeeds } from './session-needs.ts';

export const eraseSession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    operationId: 'eraseSession',
    summary: 'Erase a session and all its data',
    description:
      "Destroys every key of the session, so that its events, and every older copy of its row, can't be read by " +
      'anybody any more. The signed certificate says what was destroyed and what remains. While the session or its patient is under legal ' +
      'hold, it is not erased: 409, with the hold in `error.detail.hold`.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    params: sessionParams,
    responses: { 200: { description: 'The session is erased.', schema: erasedSchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) => erase(deps, ctx),
  });

const erase = (
  deps: CommandDeps,
  ctx: RouteContext<z.output<typeof sessionParams>, unknown, unknown>,
): Promise<RouteResult> =>
  executeCommand(deps, ctx, {
    needs: (identity) =>
      sessionNeeds(deps, identity, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'erase', cause: 'requested' }),
      }),
    carryOut: async (admitted) => {
      const { tenantId, commandId, needs } = admitted;
      const { sessionId } = needs;
      const subject = () => Promise.resolve({ type: 'session', id: sessionId } as const);
      const refusal = { action: 'session.erasure_refused', subject } as const;
      const performed = await auditingHolds(deps, { call: ctx, admitted, refusal }, async () => {
        const patient_hold = await holdOnPatientOf(deps, tenantId, sessionId);
        const command = { kind: 'erase', cause: 'requested', patient_hold } as const;
        return perform(deps, ctx, { ...admitted, needs: { ...needs, command } });
      });
      if (isOpen(performed.state)) throw new Error('an erasure left the session open');
      // Named like the projector names it, which may be faster: so the certificate tells of its work as well.
      const erasureId = eventIdOf(commandId, 0);
      const at = ctx.now.toISOString();
      const pool = deps.poolOf(tenantId);
      await inTransaction(pool, (tx) =>
        eraseSessions(tx, [
          { type: 'session', subjectId: sessionId, tenantId, erasureId, cause: 'requested', at },
        ]),
      );
      const {
        keyIds,
        copies,
        at: erasedAt,
      } = await concludeErasures(deps, pool, { tenantId, erasureIds: [erasureId] });
      const stated = await stateErased(deps, pool, {
        certificateId: commandId,
        tenantId,
        subject: { type: 'session', id: sessionId },
        // Of a repeat, the time of the first call.
        at: erasedAt ?? ctx.now,
        keyIds,
        // The row that the command was admitted on.
        rows: { sessions: 1 },
        copies,
        remains: SESSION_REMAINS,
      });
      return answerErased(deps, stated);
    },
  });
