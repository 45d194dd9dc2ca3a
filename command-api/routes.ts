import type { Route } from '../shared/http/route.ts';
import type { CommandDeps } from './kernel/deps.ts';
import { answerQuestion } from './sessions/answer.ts';
import { createSession } from './sessions/create.ts';
import { updateDemographics } from './sessions/demographics.ts';
import { eraseSession } from './sessions/erase.ts';
import { giveFeedback } from './sessions/feedback.ts';
import { finalizeSession } from './sessions/finalize.ts';
import { rectifySession } from './sessions/rectify.ts';
import { routeText } from './sessions/route-text.ts';
import { createSubscription } from './webhooks/create.ts';
import { deleteSubscription } from './webhooks/delete.ts';

/** Everything that changes state. */
export const commandRoutes = (deps: CommandDeps): Route[] => [
  createSession(deps),
  routeText(deps),
  answerQuestion(deps),
  finalizeSession(deps),
  updateDemographics(deps),
  rectifySession(deps),
  giveFeedback(deps),
  eraseSession(deps),
  createSubscription(deps),
  deleteSubscription(deps),
];
