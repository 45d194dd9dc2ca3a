import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';
import { apiKeyFields } from '../../shared/api-keys/api-key-schema.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { inUtc, keyInput } from './input.ts';
import { issueApiKey } from './issue.ts';
import { requireHeldKey } from './receivable.ts';

const body = z
  .object({
    name: keyInput.name,
    scopes: keyInput.scopes.nullish().meta({
      description: "What the key may do. Null or left out: the caller's own scopes.",
    }),
    rate_limit_rpm: keyInput.rate_limit_rpm
      .optional()
      .meta({ description: "Requests a minute. Left out: the tenant's limit of this moment." }),
    test: z
      .boolean()
      .default(false)
      .meta({ description: 'A sandbox key: it never bills.', examples: [true] }),
    expires_at: keyInput.expires_at
      .nullish()
      .describe(
        `${keyInput.expires_at.description} Null or left out: it ends with the calling key, or never where that has no ` +
          'end, or a member calls.',
      ),
  })
  .meta({ id: 'CreateApiKey', description: 'The key to make.' });

/** A key with its secret, as create and rotate answer it. */
export const issuedApiKey = z
  .object({
    ...apiKeyFields,
    raw_key: text(
      'The secret key itself. Shown once, and by repeats of the same call.',
      'svc_live_ExampleExampleExampleExampleExampleExample01',
    ),
  })
  .meta({ id: 'IssuedApiKey', description: 'A new key, with its secret.' });

export const createKey = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/keys',
    operationId: 'createApiKey',
    summary: 'Make an API key',
    description:
      'A caller grants only scopes that it holds itself, and a key with an end makes no key that ends later (403). The ' +
      "stored limit is 1 to 10000 requests a minute; left out, it is what the tenant's keys get at this moment: its " +
      "override, else the tier's default. What a key gets is the smaller of its own limit and the tenant's. Test and live keys count together towards the tier's number of " +
      'keys (422 when it is reached). A test key can create test keys only, and says so with `"test": true` (403 ' +
      'otherwise); live keys and members create both. From `expires_at` on a key is refused like one that was revoked, ' +
      'and takes no place of the tier.',
    tag: 'API keys',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    idempotent: true,
    body,
    responses: { 201: { description: 'The key, with its secret.', schema: issuedApiKey } },
    errors: ['service_unavailable'],
    examples: {
      body: {
        name: 'First steps',
        scopes: ['sessions:read', 'sessions:write'],
        rate_limit_rpm: 10,
        test: true,
      },
    },
    handler: (ctx) =>
      executeTenantCommand(
        deps,
        ctx,
        async (admitted) => {
          const { name, scopes, rate_limit_rpm, test, expires_at } = ctx.body;
          const { caller } = admitted;
          const key = {
            name,
            scopes: scopes ?? caller.scopes,
            rateLimitRpm: rate_limit_rpm ?? null,
            test,
            expiresAt: inUtc(expires_at) ?? caller.expiresAt,
          };
          return { status: 201, body: await issueApiKey(deps, key, caller, originOf(ctx, admitted)) };
        },
        { requireReceivable: requireHeldKey(deps) },
      ),
  });
