import type { Command } from 'commander';
import { reviewCsv } from '../../query-api/access-review/csv.ts';
import { accessHolders } from '../../query-api/access-review/holders.ts';
import { recordOperatorAccess } from '../audit/operator.ts';
import { uuid } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import type { Run } from './run.ts';

/** `access-review` */
export function accessReviewCommand(program: Command, run: Run): void {
  program
    .command('access-review')
    .description(
      'who holds which access to a tenant: keys, members, invitations, bound domains and logins of data teams, with ' +
        'scopes, role, maker and last use; stands in the audit trail of the tenant',
    )
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .option('--csv', 'print CSV, with a line of names first', false)
    .action((tenantId: string, { csv }: { csv: boolean }) =>
      run(async (installation) => {
        const { pool, now } = installation;
        const { rowCount } = await pool.query('SELECT 1 FROM read.tenants WHERE tenant_id = $1', [tenantId]);
        if (!rowCount) throw new CommandFailure('the tenant does not exist');
        const subject = { type: 'tenant', id: tenantId } as const;
        await recordOperatorAccess(installation, {
          tenantId,
          action: 'access.reviewed',
          subject,
          test: false,
        });
        const asOf = now();
        const holders = await accessHolders(installation, { tenantId, test: null }, asOf);
        if (!csv) return { tenant_id: tenantId, as_of: asOf.toISOString(), holders };
        process.stdout.write(reviewCsv(holders));
        return undefined;
      }),
    );
}
