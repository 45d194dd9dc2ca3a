import { InvalidArgumentError, type Command } from 'commander';
import { dictionaryOf } from '../analytics/dictionary.ts';
import {
  AnalystLoginError,
  type AnalystLogin,
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

const readsOf = (facts: AnalystLogin['facts']) => ({
  facts: facts !== undefined,
  exact_times: facts?.exactTimes ?? false,
});

const tenantOrAll = (text: string): string | null => (text === 'all' ? null : uuid(text));

/** `analytics grant|list|revoke|dictionary` */
export function analyticsCommands(program: Command, run: Run): void {
  const analytics = program
    .command('analytics')
    .description('logins of data teams to the views of docs/data/analytics.md and facts.md');

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
    .option('--facts', 'it reads the views of docs/data/facts.md too: a row a session and step', false)
    .option('--exact-times', 'with --facts: moments to the second in place of the hour', false)
    .action((tenantId: string | null, login: string, flags: { facts: boolean; exactTimes: boolean }) =>
      run(async ({ pool, random, now }) => {
        if (flags.exactTimes && !flags.facts) throw new CommandFailure('--exact-times goes with --facts');
        const facts = flags.facts ? { exactTimes: flags.exactTimes } : undefined;
        const password = await told(grantLogin(pool, { login, tenantId, grantedAt: now(), facts }, random));
        return { login, tenant_id: tenantId ?? 'all', ...readsOf(facts), password };
      }),
    );

  analytics
    .command('list')
    .description('list the logins')
    .action(() =>
      run(async ({ pool }) =>
        (await listLogins(pool)).map(({ login, tenantId, grantedAt, facts }) => ({
          login,
          tenant_id: tenantId ?? 'all',
          ...readsOf(facts),
          granted_at: grantedAt.toISOString(),
        })),
      ),
    );

  analytics
    .command('revoke')
    .description('take a login away, and end its sessions')
    .argument('<login>', 'name of the login', loginName)
    .action((login: string) =>
      run(async ({ pool, now }) => {
        const isRemoved = await told(revokeLogin(pool, login, now()));
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
    .option('--facts', 'those of schema facts in place of analytics', false)
    .action(({ facts }: { facts: boolean }) =>
      run(async ({ pool }) => {
        console.log(await dictionaryOf(pool, facts ? 'facts' : 'analytics'));
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
