import path from 'node:path';
import type { Command } from 'commander';
import { countDue } from '../../command-api/reactors/retention-batch.ts';
import { runRetention } from '../../command-api/reactors/retention.ts';
import { certificateOf, certificatesOfPatient } from '../erasure/certificate.ts';
import { readLedger, type ReadLedger } from '../erasure/read-ledger.ts';
import { reapply } from '../erasure/reapply.ts';
import { patientId, uuid, wholeNumber } from './arguments.ts';
import { CommandFailure, type Installation } from './connection.ts';
import { countBar, progressBar } from './progress.ts';
import type { Run } from './run.ts';

/** `erasure reapply|verify|certificate` and `retention run` */
export function erasureCommands(program: Command, run: Run): void {
  const erasure = program.command('erasure').description('the ledger of erasures, and certificates');
  reapplyCommand(erasure, run);
  verifyCommand(erasure, run);
  certificateCommand(erasure, run);
  retentionCommand(program, run);
}

const LEDGER = 'the folder of the ledger, or one file of it';
const collect = (value: string, before: string[] = []): string[] => [...before, uuid(value)];

async function read(ledger: string): Promise<ReadLedger> {
  try {
    return await readLedger(path.resolve(ledger));
  } catch {
    throw new CommandFailure('the ledger cannot be read');
  }
}

function reapplyCommand(erasure: Command, run: Run): void {
  erasure
    .command('reapply')
    .description(
      'after a backup was restored: erase once more what the ledger tells of. May be repeated. Exit code 1 where lines ' +
        'are broken, or signed by a key that this installation does not know',
    )
    .argument('<ledger>', LEDGER)
    .option(
      '--accept-key <signing_key_id>',
      'trust a key that was made after the backup; compare it with a certificate or an exported manifest (repeatable)',
      collect,
    )
    .action((ledger: string, options: { acceptKey?: string[] }) =>
      run(async (installation) => {
        const { lines, broken } = await read(ledger);
        const bar = progressBar('reapply {bar} {percentage}% | {value}/{total} erasures');
        try {
          const result = await reapply(installation, lines, {
            acceptedKeys: options.acceptKey ?? [],
            onProgress: (done, total) => bar.show(done, total),
          });
          if (broken.length > 0 || result.foreign > 0) process.exitCode = 1;
          return { ...result, broken };
        } finally {
          bar.stop();
        }
      }),
    );
}

function verifyCommand(erasure: Command, run: Run): void {
  erasure
    .command('verify')
    .description(
      'check every line of the ledger, and that each erasure of the database stands in it; exit code 1 where not',
    )
    .argument('<ledger>', LEDGER)
    .action((ledger: string) =>
      run(async ({ pool }) => {
        const { lines, broken } = await read(ledger);
        const { rows } = await pool.query<{ erasure_id: string }>(
          'SELECT erasure_id FROM ops.erasures WHERE NOT erasure_id = ANY ($1::uuid[]) ORDER BY erased_at LIMIT 1000',
          [lines.map((line) => line.erasure_id)],
        );
        const missing = rows.map((row) => row.erasure_id);
        if (broken.length > 0 || missing.length > 0) process.exitCode = 1;
        return { erasures: lines.length, broken, missing };
      }),
    );
}

function certificateCommand(erasure: Command, run: Run): void {
  erasure
    .command('certificate')
    .description(
      'sign once more what the certificate of an erasure said, where the answer was lost: by the id of what was erased ' +
        "or of the certificate, or with --tenant and --patient by the tenant's own id of a patient (all of them, the " +
        'latest first)',
    )
    .argument('[id]', 'id of the session, profile, member or certificate', uuid)
    .option('--tenant <tenant_id>', 'the tenant whose patient it was', uuid)
    .option('--patient <patient_id>', "the tenant's own id of the patient; - reads it from stdin", patientId)
    .action((id: string | undefined, options: { tenant?: string; patient?: string }) =>
      run(async (installation) => {
        const found = await certificatesFor(installation, { ...options, id });
        if (found === null || (Array.isArray(found) && found.length === 0)) {
          throw new CommandFailure('nothing of this id was erased');
        }
        return found;
      }),
    );
}

function certificatesFor(
  installation: Installation,
  { id, tenant, patient }: { id: string | undefined; tenant?: string; patient?: string },
) {
  if (id !== undefined) return certificateOf(installation, id);
  if (tenant !== undefined && patient !== undefined) {
    return certificatesOfPatient(installation, { tenantId: tenant, patientId: patient });
  }
  throw new CommandFailure('name an id, or --tenant and --patient');
}

function retentionCommand(program: Command, run: Run): void {
  program
    .command('retention')
    .description(
      'the pruning of sessions past the retention of their tenant, which the reactors do by themselves',
    )
    .command('run')
    .description('prune what is due now')
    .option('--dry-run', 'only tell how many sessions are due, by tenant', false)
    .option('--per-second <n>', 'at most so many sessions a second', wholeNumber(1, 10_000), 500)
    .action((options: { dryRun: boolean; perSecond: number }) =>
      run(async (installation) => {
        const { pool, now } = installation;
        if (options.dryRun) {
          const tenants = await countDue(pool, now());
          const due = tenants.reduce((total, one) => total + one.finalized + one.unfinished, 0);
          return { due, tenants };
        }
        const bar = countBar('prune', 0);
        try {
          const parts = { ...installation, reportFact: () => undefined };
          const onProgress = (pruned: number, due: number): void => bar.show(pruned, due);
          return await runRetention(parts, { perSecond: options.perSecond, onProgress });
        } finally {
          bar.stop();
        }
      }),
    );
}
