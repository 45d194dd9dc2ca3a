import path from 'node:path';
import { loadDocsAssets } from '../../../query-api/public/docs/assets.ts';
import type { Json } from '../../../shared/http/openapi-schemas.ts';
import type { Route } from '../../../shared/http/route.ts';
import { ids, PATIENT_ID } from './ids.ts';
import { operationsAnswers } from './operations.ts';
import { patientAnswers } from './patients.ts';
import { sessionAnswers } from './sessions.ts';
import { teamAnswers } from './team.ts';
import { tenantAnswers } from './tenant.ts';
import { webhookAnswers } from './webhooks.ts';

/** By operation id and status. */
const answers: Readonly<Record<string, Record<number, unknown>>> = {
  ...teamAnswers,
  ...tenantAnswers,
  ...patientAnswers,
  ...sessionAnswers,
  ...webhookAnswers,
  ...operationsAnswers,
};

/** Operations that the story tells of. */
export const toldOperations: readonly string[] = Object.keys(answers);

/** The route with its answers of the story as examples; what it asks for stands beside its schema. */
export const told = (route: Route): Route => ({
  ...route,
  examples: { ...route.examples, responses: { ...answers[route.operationId], ...route.examples?.responses } },
});

/** What the story puts into the placeholders of a path. */
const placeholders: Readonly<Record<string, string>> = {
  session_id: ids.session,
  patient_id: PATIENT_ID,
  key_id: ids.liveKey,
  subscription_id: ids.subscription,
  delivery_id: ids.delivery,
  member_id: ids.colleague,
  domain: 'clinic.example',
  page: 'quickstart',
  file: path.basename(loadDocsAssets().icon.url),
};

type Parameter = { name?: string; in?: string };

/** The document with an example for each placeholder. */
export function withPlaceholders(document: Json): Json {
  const paths = document['paths'] as Record<string, Record<string, { parameters: Parameter[] }>>;
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    operation.parameters = operation.parameters.map((parameter) => {
      const example = parameter.in === 'path' ? placeholders[parameter.name ?? ''] : undefined;
      return example === undefined ? parameter : { example, ...parameter };
    });
  }
  return document;
}
