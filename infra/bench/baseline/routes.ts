import { v5 as uuidV5 } from 'uuid';
import { answerQuestion, presentAnswer, toAnswerCommand } from '../../../command-api/sessions/answer.ts';
import { createSession } from '../../../command-api/sessions/create.ts';
import { costOf, type OpenSessionCommand, type SessionCommand } from '../../../domain/session/commands.ts';
import type { Runtime } from '../../../shared/api/runtime.ts';
import type { Caller, Route, RouteContext, RouteResult } from '../../../shared/http/route-types.ts';
import { presentState } from '../../../shared/sessions/present.ts';
import { decideWrites, type BaselineCommand, type Decided } from './decide-writes.ts';
import type { Store } from './store.ts';

type Context = RouteContext<never, never, never>;

/**
 * The same two calls without event sourcing: one server, one database, one transaction. Routes, validation, key check,
 * rate limit, engine, sealing and presenter are those of the service.
 */
export function baselineRoutes(runtime: Runtime, store: Store): Route[] {
  async function run(
    ctx: Context,
    session: { sessionId: string; command: SessionCommand; action: BaselineCommand['action'] },
  ): Promise<Decided & { caller: Caller }> {
    const { caller, requestId, now } = ctx;
    if (caller === null) throw new Error('the gate has admitted nobody');
    const { sessionId, command } = session;
    const place = {
      sessionId,
      tenantId: caller.tenantId,
      test: caller.test === true,
      opens: command.kind === 'open',
    };
    let decided: Decided | undefined;
    await store.run(place, async (found) => {
      decided = await decideWrites(runtime, { ...session, caller, requestId, now }, found);
      return decided.writes;
    });
    if (!decided) throw new Error('nothing was decided');
    return { ...decided, caller };
  }

  const metaOf = (ctx: Context, tokens_charged: number) => ({
    tokens_charged,
    processing_time_ms: Math.max(0, runtime.now().getTime() - ctx.now.getTime()),
  });

  async function answer(ctx: Context): Promise<RouteResult> {
    const command = toAnswerCommand(ctx.body);
    const { session_id: sessionId } = ctx.params as { session_id: string };
    const { state, facts } = await run(ctx, { sessionId, command, action: 'session.answer' });
    const cost = costOf(command);
    return {
      status: 200,
      body: presentAnswer({ state, facts, meta: metaOf(ctx, cost) }),
      headers: { 'X-Svc-Tokens-Charged': String(cost) },
    };
  }

  async function open(ctx: Context): Promise<RouteResult> {
    const { chief_complaint, age, sex } = ctx.body as OpenSessionCommand;
    const sessionId = uuidV5('session', runtime.newId());
    const command: OpenSessionCommand = {
      kind: 'open',
      session_id: sessionId,
      test: false,
      chief_complaint,
      age,
      sex,
      free_text: null,
      initial_fields: {},
      patient_id: null,
    };
    const { state } = await run(ctx, { sessionId, command, action: 'session.create' });
    const { patient_id, test, intake_unrecognised: unrecognised } = state;
    return {
      status: 201,
      body: { ...presentState(state), chief_complaint, patient_id, test, unrecognised, meta: metaOf(ctx, 1) },
    };
  }

  return [
    { ...createSession(runtime), admission: 'gate', handler: open },
    { ...answerQuestion(runtime), admission: 'gate', handler: answer },
  ];
}
