import { z } from 'zod';
import { distinct } from '../../shared/http/body-rules.ts';
import { validationError } from '../../shared/http/errors.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { webhookEventName } from '../../shared/webhooks/subscription-schema.ts';
import { checkWebhookUrl, WEBHOOK_URL_PATTERN, type UrlProblem } from '../../shared/webhooks/url-policy.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** What a caller says of a subscription. */
export const subscriptionInput = {
  url: boundedText(10, 500).meta({
    format: 'uri',
    pattern: WEBHOOK_URL_PATTERN,
    description: 'Where the events are sent: https, on a public address, without credentials.',
    examples: ['https://clinic.example/hooks/triage'],
  }),
  events: distinct(
    z.array(webhookEventName).min(1).max(webhookEventName.options.length),
    'Each event may be named once.',
  ).meta({ description: 'Which events are sent.' }),
};

/** What is wrong with a URL, in the words of the error's field entry. */
const URL_PROBLEMS: Record<UrlProblem, string> = {
  malformed: 'This is not an absolute URL.',
  scheme: 'Only https is allowed.',
  credentials: 'A URL must not carry credentials.',
  host: 'This host name is not allowed.',
  address: 'Local, private and reserved addresses are not allowed.',
};

type UrlDeps = Pick<CommandDeps, 'allowLocalWebhooks' | 'sender'>;

/** Throws 422 for a URL that nothing may be sent to. */
export async function requireAllowedUrl(deps: UrlDeps, url: string): Promise<void> {
  const problem = await problemOf(deps, url);
  if (problem === null) return;
  throw validationError([{ field: 'url', code: 'forbidden_url', message: URL_PROBLEMS[problem] }]);
}

/** The addresses that a name stands for are looked at as well, and again at each connection. */
async function problemOf(deps: UrlDeps, url: string): Promise<UrlProblem | null> {
  const checked = checkWebhookUrl(url, { allowLocal: deps.allowLocalWebhooks });
  if (!checked.ok) return checked.problem;
  return (await deps.sender.admits(checked.url)) ? null : 'address';
}
