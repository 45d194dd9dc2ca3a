import type { Command } from 'commander';
import { verifyAuditTrail } from '../../shared/read-models/audit-rows.ts';
import { uuid } from './arguments.ts';
import type { Run } from './run.ts';
import { countBar } from './progress.ts';

/** `audit verify <tenant_id>` */
export function auditCommands(program: Command, run: Run): void {
  program
    .command('audit')
    .description('look at the audit trail')
    .command('verify')
    .description(
      "recompute the hash chain of a tenant's trail; names the first broken row and exits with 1 where there is one",
    )
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .action((tenantId: string) =>
      run(async ({ pool }) => {
        const { rows } = await pool.query<{ rows: number }>(
          'SELECT coalesce(max(seq), 0) AS rows FROM read.audit_heads WHERE tenant_id = $1',
          [tenantId],
        );
        const bar = countBar('verify', rows[0]?.rows ?? 0);
        const verdict = await verifyAuditTrail(pool, tenantId, bar.show);
        bar.stop();
        if (!verdict.intact) process.exitCode = 1;
        return verdict;
      }),
    );
}
