import type { Command } from 'commander';
import {
  changeSettings,
  overrideRateLimit,
  registerTenant,
  setTier,
  topUp,
} from '../../command-api/tenants/operations.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { FEATURE_NAMES, type Feature } from '../../domain/tenant/types.ts';
import { inviteOwner } from '../../command-api/members/operations.ts';
import { KeyMissingError } from '../../shared/crypto/data-keys.ts';
import { email, featureFlag, onOff, tier, uuid, wholeNumber } from './arguments.ts';
import { CommandFailure, type Installation } from './connection.ts';
import type { Run } from './run.ts';

type SetOptions = {
  overage?: boolean;
  bodyLimit?: number;
  flag?: Partial<Record<Feature, boolean>>;
  rateLimit?: number | null;
  tier?: TierName;
};

type CreateOptions = { name: string; tier: TierName; ownerEmail?: string };

/** `tenant create|invite-owner|set|topup` */
export function tenantCommands(program: Command, run: Run): void {
  const tenant = program.command('tenant').description('make tenants and change what an operator may set');

  tenant
    .command('create')
    .description("make a tenant and grant its tier's included tokens; prints its id as JSON")
    .requiredOption('--name <name>', 'name of the tenant')
    .requiredOption('--tier <tier>', 'free_trial, starter, growth, scale or enterprise', tier)
    .option('--owner-email <address>', 'invite an owner by mail', email)
    .action((options: CreateOptions) => run((installation) => create(installation, options)));

  tenant
    .command('invite-owner')
    .description('invite an owner by mail; whoever was invited before gets a new link, and the old one ends')
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .argument('<address>', 'mail address of the owner', email)
    .action((tenantId: string, address: string) =>
      run(async (installation) => {
        await mailOwner(installation, tenantId, address).catch((error: unknown) => {
          throw error instanceof KeyMissingError ? new CommandFailure('there is no such tenant') : error;
        });
        return { tenant_id: tenantId, owner: 'invited' };
      }),
    );

  tenant
    .command('topup')
    .description('grant tokens')
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .argument('<tokens>', 'how many', wholeNumber(1, 1_000_000_000))
    .action((tenantId: string, tokens: number) =>
      run(async (installation) => {
        await topUp(installation, tenantId, tokens);
        return { tenant_id: tenantId, granted: tokens };
      }),
    );

  tenant
    .command('set')
    .description('change tier, overage, body limit, feature flags or the rate-limit override')
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .option('--tier <tier>', 'free_trial, starter, growth, scale or enterprise', tier)
    .option('--overage <on|off>', 'allow a negative balance', onOff)
    .option('--body-limit <bytes>', 'largest request body', wholeNumber(1_024, 104_857_600))
    .option('--flag <name=on|off>', `switch a feature (repeatable): ${FEATURE_NAMES.join(', ')}`, featureFlag)
    .option('--rate-limit <rpm|none>', 'override of the requests per minute', (text: string) =>
      text === 'none' ? null : wholeNumber(1, 5_000)(text),
    )
    .action((tenantId: string, options: SetOptions) =>
      run(async (installation) => {
        const { overage, bodyLimit, flag, rateLimit, tier: to } = options;
        await changeSettings(installation, tenantId, {
          ...(overage === undefined ? {} : { overage_allowed: overage }),
          ...(bodyLimit === undefined ? {} : { body_limit_bytes: bodyLimit }),
          ...(flag === undefined ? {} : { feature_flags: flag }),
        });
        if (to !== undefined) await setTier(installation, tenantId, to);
        if (rateLimit !== undefined) await overrideRateLimit(installation, tenantId, rateLimit);
        return { tenant_id: tenantId, changed: Object.keys(options) };
      }),
    );
}

async function create(installation: Installation, { ownerEmail, ...tenant }: CreateOptions): Promise<object> {
  const tenantId = await registerTenant(installation, tenant);
  if (ownerEmail === undefined) return { tenant_id: tenantId };
  await mailOwner(installation, tenantId, ownerEmail);
  return { tenant_id: tenantId, owner: 'invited' };
}

/** The invitation waits in the outbox: an API process sends it, and tries again for as long as its link is valid. */
async function mailOwner(installation: Installation, tenantId: string, address: string): Promise<void> {
  await installation.outbox.put(await inviteOwner(installation, tenantId, address));
}
