import type { RouteResult } from '../../shared/http/route-types.ts';
import type { CommandCall } from './command-call.ts';
import type { CommandDeps } from './deps.ts';
import { executeCommand, orTakeBack, type AdmittedCommand, type CommandSteps } from './execute-command.ts';
import { completion } from './stored-response.ts';

/** An admitted command about something of the tenant: a subscription, a key. */
export type AdmittedTenantCommand = AdmittedCommand;

/**
 * Carries out a command that works on no session: `run` decides and appends (`executeOnStream`) and answers. It costs
 * nothing, and its answer is kept under the tenant's key. See `executeCommand`.
 */
export const executeTenantCommand = (
  deps: CommandDeps,
  call: CommandCall,
  run: (admitted: AdmittedTenantCommand) => Promise<RouteResult>,
  { requireReceivable }: Pick<CommandSteps<AdmittedCommand['needs']>, 'requireReceivable'> = {},
): Promise<RouteResult> =>
  executeCommand(deps, call, {
    needs: ({ tenantId }) =>
      Promise.resolve({
        stream: '',
        sessionId: null,
        creates: false,
        cost: 0,
        keys: { subjectId: tenantId, fresh: [] },
      }),
    carryOut: (admitted) =>
      orTakeBack(deps, admitted, async () => {
        const answer = await run(admitted);
        const { keyId, seal: key } = admitted.tenant;
        const completing = completion(admitted, answer, { keyId, key, random: deps.random });
        if (completing) await deps.poolOf(admitted.tenantId).query(completing);
        return answer;
      }),
    requireReceivable,
  });
