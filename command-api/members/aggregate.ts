import {
  decide,
  evolve,
  noMember,
  type MemberCommand,
  type MemberEvent,
  type MemberState,
} from '../../domain/member/index.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { memberStream } from '../../shared/event-log/streams.ts';
import { applyMemberEvents } from '../../shared/read-models/member-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnStream, type Aggregate } from '../kernel/execute-on-stream.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';

export const memberAggregate: Aggregate<MemberState, MemberCommand, MemberEvent> = {
  initial: noMember,
  decide,
  evolve,
  apply: applyMemberEvents,
};

/** Carries out a command on one member. Throws DomainError. */
export const executeOnMember = (
  deps: Pick<CommandDeps, 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'random' | 'now'>,
  memberId: string,
  { command, origin }: { command: MemberCommand; origin: CommandOrigin },
): Promise<DecodedEvent<MemberEvent>[]> =>
  executeOnStream(deps, memberAggregate, { ...origin, stream: memberStream(memberId), command });
