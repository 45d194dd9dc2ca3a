import type { Command } from 'commander';
import { createApiKey, revokeApiKey } from '../../command-api/api-keys/operations.ts';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import { instant, scopes, uuid, wholeNumber } from './arguments.ts';
import type { Run } from './run.ts';

type CreateOptions = { name: string; scopes: Scope[]; test: boolean; rateLimit?: number; expiresAt?: string };

/** `key create|revoke` */
export function keyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('make and revoke API keys');

  key
    .command('create')
    .description('make an API key; prints the raw key once, as JSON')
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .requiredOption('--name <name>', 'name of the key')
    .option('--scopes <list>', 'all, or scopes separated by commas', scopes, [...SCOPES])
    .option('--test', 'a sandbox key that is never billed', false)
    .option(
      '--rate-limit <rpm>',
      "requests per minute; the tenant's limit when left out",
      wholeNumber(1, 10_000),
    )
    .option(
      '--expires-at <time>',
      'ISO 8601; from when on it is refused; left out: it does not expire',
      instant,
    )
    .action((tenantId: string, options: CreateOptions) =>
      run(async (installation) => {
        const created = await createApiKey(installation, {
          tenantId,
          name: options.name,
          scopes: options.scopes,
          rateLimitRpm: options.rateLimit ?? null,
          test: options.test,
          expiresAt: options.expiresAt ?? null,
        });
        return { key_id: created.keyId, raw_key: created.rawKey };
      }),
    );

  key
    .command('revoke')
    .description('revoke an API key; it is refused from then on')
    .argument('<key_id>', 'id of the key', uuid)
    .action((keyId: string) =>
      run(async (installation) => {
        await revokeApiKey(installation, keyId);
        return { key_id: keyId, revoked: true };
      }),
    );
}
