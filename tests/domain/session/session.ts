import type { Engine } from '../../../domain/clinical/types.ts';
import { decide, evolve, noSession } from '../../../domain/session/index.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { givenOf } from '../../support/given.ts';
import { sessionFacts } from './events.ts';

export const givenSessionOf = (engine: Engine) =>
  givenOf({
    initial: noSession,
    evolve,
    decide: (state, command: Parameters<typeof decide>[1]) => decide(state, command, engine),
    factsOf: sessionFacts,
  });

/** A session, decided on with the scripted engine. */
export const givenSession = givenSessionOf(scriptedEngine());
