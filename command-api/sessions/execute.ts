import type { Fact } from '../../domain/kernel/event-definition.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import { isOpen, type OpenSession } from '../../domain/session/state.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Caller, RouteResult } from '../../shared/http/route-types.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeCommand } from '../kernel/execute-command.ts';
import { perform, type Performed } from './perform.ts';
import { sessionNeeds, type AdmittedSession, type SessionIntent } from './session-needs.ts';
import { settle, type BeforeWriteThrough } from './write-through.ts';

/** What a finished command hands to its route's presenter. */
export type Executed = {
  state: OpenSession;
  facts: Fact<SessionEvent>[];
  caller: Caller;
  meta: { tokens_charged: number; processing_time_ms: number };
};

export type SessionRequest = SessionIntent & {
  /** Adds to an admitted command what has to be looked up for it. */
  complete?(admitted: AdmittedSession): Promise<SessionCommand>;
  /** Around decision and append: sees what they throw. */
  performing?(admitted: AdmittedSession, run: () => Promise<Performed>): Promise<Performed>;
  /** What a command does between its append and the row that shows it. */
  beforeWriteThrough?: BeforeWriteThrough;
  respond(executed: Executed): RouteResult;
};

/**
 * Carries out a command about one session: admit → fold from the row → decide → append at the row's revision → write
 * through → answer. The first step is `executeCommand`, the next three are `perform`, the fifth is `settle`. Three round
 * trips in all: `ops.admit`, the append, and one statement for row and stored answer; a command that seals with the
 * session's own key loads it besides.
 */
export const executeSessionCommand = (
  deps: CommandDeps,
  call: CommandCall,
  request: SessionRequest,
): Promise<RouteResult> =>
  executeCommand(deps, call, {
    needs: (identity) => sessionNeeds(deps, identity, request),
    carryOut: async (admitted) => {
      const command = (await request.complete?.(admitted)) ?? admitted.needs.command;
      const run = () => perform(deps, call, { ...admitted, needs: { ...admitted.needs, command } });
      const performed = await (request.performing?.(admitted, run) ?? run());
      const { state, latest, facts } = performed;
      // Erased by another call since: there is nothing left to answer with.
      if (!isOpen(state) || !isOpen(latest)) throw new ApiError('not_found', 'The session does not exist.');
      const { caller, cost } = admitted;
      const processing_time_ms = Math.max(0, deps.now().getTime() - call.now.getTime());
      const meta = { tokens_charged: cost, processing_time_ms };
      const answer = withCharge(request.respond({ state, facts, caller, meta }), cost);
      await settle(deps, { admitted, performed, latest, answer }, request.beforeWriteThrough);
      return answer;
    },
  });

const withCharge = (answer: RouteResult, cost: number): RouteResult =>
  cost === 0 ? answer : { ...answer, headers: { ...answer.headers, 'X-Svc-Tokens-Charged': String(cost) } };
