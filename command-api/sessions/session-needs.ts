import { v5 as uuidV5 } from 'uuid';
import { costOf, type SessionCommand } from '../../domain/session/commands.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import type { CommandIdentity } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { AdmittedCommand, CommandNeeds } from '../kernel/execute-command.ts';
import { makeKeys } from './session-keys.ts';

export type SessionIntent = {
  /** Null opens a new session. */
  sessionId: string | null;
  command(session: { sessionId: string; test: boolean }): SessionCommand;
};

export type AdmittedSession = AdmittedCommand<CommandNeeds & { sessionId: string; command: SessionCommand }>;

/** What a command about a session needs of its admission. The id of a new session follows from the command's. */
export async function sessionNeeds(
  { dataKeys }: Pick<CommandDeps, 'dataKeys'>,
  { commandId, test }: CommandIdentity,
  intent: SessionIntent,
): Promise<AdmittedSession['needs']> {
  const sessionId = intent.sessionId ?? uuidV5('session', commandId);
  const command = intent.command({ sessionId, test });
  const { kind } = command;
  const fresh = await makeKeys(dataKeys, { kind, sessionId, commandId });
  return {
    command,
    sessionId,
    stream: sessionStream(sessionId),
    creates: kind === 'open',
    cost: costOf(command),
    keys: { subjectId: sessionId, fresh },
  };
}
