import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { createLogger, type Logger } from '../../shared/logging/logger.ts';
import { compose, type Surroundings } from '../../webhook-dispatcher/compose.ts';
import { settings } from '../../webhook-dispatcher/config.ts';
import { serverSettings } from './servers.ts';
import type { TestStack } from './stack.ts';

export type DispatcherOptions = {
  /** Further settings. */
  env?: Record<string, string>;
  surroundings?: Surroundings;
  /** Default: none. */
  logger?: Logger;
};

/** The settings of a dispatcher over a stack, which delivers on loopback and sweeps often. */
export const dispatcherSettings = (stack: TestStack): Record<string, string> => ({
  ...serverSettings(stack),
  ALLOW_LOCAL_WEBHOOKS: '1',
  WEBHOOK_SWEEP_MS: '200',
});

/** A dispatcher over a stack; whoever asks for it starts and stops it. */
export function newDispatcher(
  stack: TestStack,
  {
    env = {},
    surroundings,
    logger = createLogger({ name: 'test-dispatcher', level: 'silent' }),
  }: DispatcherOptions = {},
): Runnable {
  return compose(settings.parse({ ...dispatcherSettings(stack), ...env }), logger, surroundings);
}
