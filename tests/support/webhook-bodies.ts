import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const directory = new URL('../../client/webhooks/schemas/', import.meta.url);

export type WebhookSchema = Record<string, unknown> & { $id: string; title: string; examples: unknown[] };

/** The published JSON Schema of each event, by its type. */
export const webhookSchemas: ReadonlyMap<string, WebhookSchema> = new Map(
  readdirSync(directory).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(new URL(name, directory), 'utf8')) as WebhookSchema,
  ]),
);

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

function validatorOf(type: string): ValidateFunction | null {
  const schema = webhookSchemas.get(type);
  if (schema === undefined) return null;
  const validator = validators.get(type) ?? ajv.compile(schema);
  validators.set(type, validator);
  return validator;
}

/** What is wrong with the body of a delivery, by the published schema of its event. */
export function problemsOfBody(body: string): string[] {
  const event = JSON.parse(body) as { type: string };
  const validate = validatorOf(event.type);
  if (validate === null) return [`no schema for ${event.type}`];
  return validate(event) ? [] : [ajv.errorsText(validate.errors)];
}

/** Throws where a delivery is not as it is published. */
export function requirePublished(body: string): void {
  const problems = problemsOfBody(body);
  if (problems.length > 0) throw new Error(`a delivery outside of its schema: ${problems.join('; ')}`);
}
