import { InvalidArgumentError, type Command } from 'commander';
import { dictionaryOf } from '../analytics/dictionary.ts';
import {
  AnalystLoginError,
  grantLogin,
  listLogins,
  LOGIN_PATTERN,
  revokeLogin,
} from '../analytics/logins.ts';
import { uuid } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import type { Run } from './run.ts';

function loginName(text: string): string {
  if (!LOGIN_PATTERN.test(text)) {
    throw new InvalidArgumentError(
      '3 to 40 lower-case letters, digits and underscores, beginning with a letter, but not with pg_ or triage',
    );
  }
  return text;
}

const tenantOrAll = (text: string): string | null => (text === 'all' ? null : uuid(text));

/** `analytics grant|list|revoke|dictionary` */
export function analyticsCommands(program: Command, run: Run): void {
  const analytics = program
    .command('analytics')
    .description('logins of data teams to the views of docs/data/analytics.md');

  analytics
    .command('grant')
    .description(
      'make a Postgres login that reads the views and nothing else; prints its password once, as JSON',
    )
    .argument(
      '<tenant_id|all>',
      'the tenant that it reads; all: every tenant, for your own data team',
      tenantOrAll,
    )
    .argument('<login>', 'name of the login', loginName)
    .action((tenantId: string | null, login: string) =>
      run(async ({ pool, random, now }) => {
        const password = await told(grantLogin(pool, { login, tenantId, grantedAt: now() }, random));
        return { login, tenant_id: tenantId ?? 'all', password };
      }),
    );

  analytics
    .command('list')
    .description('list the logins')
    .action(() =>
      run(async ({ pool }) =>
        (await listLogins(pool)).map(({ login, tenantId, grantedAt }) => ({
          login,
          tenant_id: tenantId ?? 'all',
          granted_at: grantedAt.toISOString(),
        })),
      ),
    );

  analytics
    .command('revoke')
    .description('take a login away, and end its sessions')
    .argument('<login>', 'name of the login', loginName)
    .action((login: string) =>
      run(async ({ pool }) => {
        const isRemoved = await told(revokeLogin(pool, login));
        return {
          login,
          revoked: true,
          role: isRemoved ? 'removed' : 'locked, since it owns objects in another database',
        };
      }),
    );

  analytics
    .command('dictionary')
    .description('print what the views and columns of this installation mean')
    .action(() =>
      run(async ({ pool }) => {
        console.log(await dictionaryOf(pool));
      }),
    );
}

/** A mistake of the operator's, told in one line. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AnalystLoginError ? new CommandFailure(error.message) : error;
  }
}
