import {
  decide,
  evolve,
  noSubscription,
  type SubscriptionCommand,
  type SubscriptionState,
  type WebhookSubscriptionEvent,
} from '../../domain/webhook-subscription/index.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { subscriptionStream } from '../../shared/event-log/streams.ts';
import { applySubscriptionEvents } from '../../shared/read-models/subscription-rows.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import { originOf } from '../kernel/command-origin.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnStream, type Aggregate } from '../kernel/execute-on-stream.ts';
import type { AdmittedTenantCommand } from '../kernel/tenant-command.ts';

const subscriptionAggregate: Aggregate<SubscriptionState, SubscriptionCommand, WebhookSubscriptionEvent> = {
  initial: noSubscription,
  decide,
  evolve,
  apply: applySubscriptionEvents,
};

/** Carries out a command on one subscription. Throws DomainError. */
export const executeOnSubscription = (
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  request: { subscriptionId: string; command: SubscriptionCommand },
): Promise<DecodedEvent<WebhookSubscriptionEvent>[]> =>
  executeOnStream(deps, subscriptionAggregate, {
    ...originOf(call, admitted),
    stream: subscriptionStream(request.subscriptionId),
    command: request.command,
  });
