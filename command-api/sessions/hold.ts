import { z } from 'zod';
import { holdSchema } from '../../domain/hold/types.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { sessionFields, sessionParams } from '../../shared/sessions/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { placeHoldBody } from '../kernel/holds.ts';
import { executeSessionCommand, type Executed } from './execute.ts';

const PATH = '/v1/sessions/{session_id}/hold';

const sessionHold = z
  .object({
    session_id: sessionFields.session_id,
    hold: holdSchema
      .nullable()
      .meta({ description: 'The legal hold that stands on the session itself; null where none does.' }),
  })
  .meta({ id: 'SessionHold', description: 'Whether the session is under legal hold.' });

export const placeSessionHold = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: PATH,
    operationId: 'placeSessionHold',
    summary: 'Put a session under legal hold',
    description:
      'Until the hold is lifted, the session is neither deleted when its time is over nor erased, alone or with its ' +
      'patient, and no answer of it can be cleared: such calls get a 409 with the hold in `error.detail.hold`, and stand ' +
      'in the audit trail. Everything else goes on. A session that is held already gets the new reason.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    params: sessionParams,
    body: placeHoldBody,
    responses: { 200: { description: 'The session is under hold.', schema: sessionHold } },
    errors: ['not_found', 'service_unavailable'],
    examples: { body: { reason: 'claim 2026-114' } },
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'place_hold', reason: ctx.body.reason }),
        respond,
      }),
  });

export const liftSessionHold = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'liftSessionHold',
    summary: 'Lift the legal hold of a session',
    description:
      'From then on the session can be erased, and is deleted once its time is over, unless its patient is under hold. A ' +
      'session that is under no hold of its own is a 404.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    params: sessionParams,
    responses: { 200: { description: 'The hold is lifted.', schema: sessionHold } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) =>
      executeSessionCommand(deps, ctx, {
        sessionId: ctx.params.session_id,
        command: () => ({ kind: 'lift_hold' }),
        respond,
      }),
  });

const respond = ({ state }: Executed) => ({
  status: 200,
  body: { session_id: state.session_id, hold: state.hold ?? null } satisfies z.output<typeof sessionHold>,
});
