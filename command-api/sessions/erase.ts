import { z } from 'zod';
import { isOpen } from '../../domain/session/state.ts';
import { defineRoute, type Route, type RouteContext } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseSession as eraseRows } from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { admitSession } from './admit-session.ts';
import { sessionParams } from './params.ts';
import { perform } from './perform.ts';

const certificateSchema = z
  .object({
    certificate_id: z.uuid(),
    subject: z.object({ type: z.literal('session'), id: z.uuid() }),
    erased_at: z.iso.datetime(),
    destroyed: z.object({
      key_ids: z.array(z.uuid()),
      rows: z.record(z.string(), z.int()),
    }),
    remains: z.array(z.string()),
    backups_expire_at: z.iso.datetime(),
    signature: z.object({
      algorithm: z.literal('Ed25519'),
      signing_key_id: z.uuid(),
      public_key: z.string().meta({ description: 'SubjectPublicKeyInfo (DER) in base64.' }),
      value: z.string().meta({
        description: 'Base64, over the certificate without `signature` as JSON with sorted keys.',
      }),
    }),
  })
  .meta({ id: 'ErasureCertificate' });

const erased = z
  .object({
    erased: z.literal(true),
    subject: certificateSchema.shape.subject,
    erased_at: z.iso.datetime(),
    certificate: certificateSchema,
  })
  .meta({ id: 'Erased' });

const DAY_MS = 86_400_000;

const REMAINS = [
  "The session's events in the log with type, ids, time, tokens charged and the sealed bytes, which no key opens any more.",
  'The rows of the audit trail, usage and balance, which hold no clinical value.',
];

export const eraseSession = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    operationId: 'eraseSession',
    summary: 'Erase a session and all its data',
    description:
      "Destroys every key of the session, so that its events, and every older copy of its row, can't be read by " +
      'anybody any more. The signed certificate says what was destroyed and what remains.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:write' },
    admission: 'handler',
    params: sessionParams,
    responses: { 200: { description: 'The session is erased.', schema: erased } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) => erase(deps, ctx),
  });

async function erase(
  deps: CommandDeps,
  ctx: RouteContext<z.output<typeof sessionParams>, unknown, unknown>,
): Promise<RouteResult> {
  const admitted = await admitSession(deps, ctx, {
    sessionId: ctx.params.session_id,
    command: () => ({ kind: 'erase', cause: 'requested' }),
  });
  if (admitted.kind === 'replayed') return admitted.result;
  const { sessionId, admission } = admitted;
  const performed = await perform(deps, ctx, admitted);
  if (isOpen(performed.state)) throw new Error('an erasure left the session open');
  const at = ctx.now.toISOString();
  const { commandId } = admission;
  const destroyed = await inTransaction(deps.poolOf(admitted.identity.tenantId), (tx) =>
    eraseRows(tx, { sessionId, erasureId: commandId, at }),
  );
  const statement = {
    certificate_id: commandId,
    subject: { type: 'session', id: sessionId },
    erased_at: at,
    destroyed: { key_ids: destroyed.keyIds, rows: { sessions: destroyed.removedRows } },
    remains: REMAINS,
    backups_expire_at: new Date(ctx.now.getTime() + deps.backupRetentionDays * DAY_MS).toISOString(),
  };
  const certificate = { ...statement, signature: await deps.signer.sign(statement) };
  return { status: 200, body: { erased: true, subject: statement.subject, erased_at: at, certificate } };
}
