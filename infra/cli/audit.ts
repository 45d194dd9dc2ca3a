import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Command } from 'commander';
import { digestOfStatement, signedPart } from '../../shared/audit/checkpoints.ts';
import { signNow, UntrustedCheckpointError } from '../audit/sign-now.ts';
import type { Checkpoint } from '../../domain/audit/events.ts';
import type { PublicKey } from '../../shared/crypto/signer.ts';
import { exportTrail, FolderNotEmptyError, readExported } from '../audit/export.ts';
import type { Stranger } from '../../shared/event-log/strangers.ts';
import { recordOperatorAccess } from '../audit/operator.ts';
import { describeVerdict } from '../audit/describe.ts';
import { verifyTrails } from '../audit/verify.ts';
import { uuid } from './arguments.ts';
import { replayCommand, whoAccessedCommand } from './audit-looks.ts';
import { CommandFailure, type Installation } from './connection.ts';
import { progressBar } from './progress.ts';
import type { Run } from './run.ts';

/** `audit verify|export|replay|who-accessed|checkpoint|public-key|rotate-key` */
export function auditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('verify, prove, export and replay the audit trail');
  verifyCommand(audit, run);
  exportCommand(audit, run);
  replayCommand(audit);
  whoAccessedCommand(audit, run);
  checkpointCommand(audit, run);
  keyCommands(audit, run);
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

type VerifyOptions = { all: boolean; againstLog: boolean; earlier?: string[] };

function verifyCommand(audit: Command, run: Run): void {
  audit
    .command('verify')
    .description(
      'start from what was signed of the log, and from its end: recompute every row of a trail, its chain and the ' +
        'signatures of its checkpoints, and make each row since the last checkpoint from the log once more. Names the ' +
        'first thing that is broken, says how far it looked, and exits with 1 where something is broken, also where the ' +
        'rows stay behind the log for more than 10 seconds. --against-log makes every row from the log, which takes ' +
        'several times as long and also finds events of the log that this installation did not write',
    )
    .argument('[tenant_id]', 'id of the tenant', uuid)
    .option('--all', 'every tenant', false)
    .option('--against-log', 'also make every row from the stored bytes of the log', false)
    .option(
      '--earlier <folder>',
      'an export from before, whose checkpoints must stand still (repeatable)',
      collect,
    )
    .action((tenantId: string | undefined, options: VerifyOptions) =>
      run(async (installation) => {
        if ((tenantId === undefined) !== options.all) throw new CommandFailure('name a tenant or --all');
        const bar = progressBar('{phase} {bar} {percentage}% | {value}/{total}');
        try {
          const strangers: Stranger[] = [];
          const tenants = await verifyTrails(installation, {
            onStranger: (stranger) => strangers.push(stranger),
            tenantIds: tenantId === undefined ? 'all' : [tenantId],
            againstLog: options.againstLog,
            earlier: await readEarlier(options.earlier ?? []),
            onProgress: (phase, done, total) => bar.show(done, total, { phase }),
          });
          bar.stop();
          const [named] = tenants;
          if (tenantId !== undefined && named?.rows === 0 && named.checkpoints === 0) {
            throw new CommandFailure('there is no such tenant: its trail has neither rows nor checkpoints');
          }
          for (const verdict of tenants) console.error(describeVerdict(verdict));
          const intact = tenants.every((verdict) => verdict.intact) && strangers.length === 0;
          if (!intact) process.exitCode = 1;
          const found = options.againstLog ? { not_ours: strangers } : {};
          return tenantId === undefined ? { intact, ...found, tenants } : { ...tenants[0], ...found };
        } finally {
          bar.stop();
        }
      }),
    );
}

async function readEarlier(folders: readonly string[]): Promise<Checkpoint['statement'][]> {
  try {
    return (await Promise.all(folders.map(readExported))).flat();
  } catch {
    throw new CommandFailure('an earlier export cannot be read');
  }
}

/** Throws CommandFailure where the trail cannot be signed. */
async function sign(installation: Installation, tenantId: string): Promise<Checkpoint | null> {
  const bar = progressBar('sign, at position {value} of the log');
  try {
    return await signNow(installation, tenantId, (position) => bar.show(Number(position)));
  } catch (error) {
    if (error instanceof UntrustedCheckpointError) throw new CommandFailure(error.message);
    throw error;
  } finally {
    bar.stop();
  }
}

const PROJECTED_WITHIN_MS = 10_000;
const POLL_MS = 100;

/** Waits until the stored trail shows a checkpoint. */
async function awaitProjected({ pool, now }: Installation, { statement }: Checkpoint): Promise<void> {
  const giveUpMs = now().getTime() + PROJECTED_WITHIN_MS;
  for (;;) {
    const { rows } = await pool.query<{ number: number | null }>(
      'SELECT max(number) AS number FROM read.audit_checkpoints WHERE tenant_id = $1',
      [statement.tenant_id],
    );
    if ((rows[0]?.number ?? 0) >= statement.number) return;
    if (now().getTime() > giveUpMs) {
      throw new CommandFailure('the projections do not follow the log: what is stored cannot be exported');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function exportCommand(audit: Command, run: Run): void {
  audit
    .command('export')
    .description(
      "sign a tenant's trail as it stands and write it into an empty folder: rows, checkpoints, public keys, a signed " +
        'manifest, and verify.mjs, which verifies them with Node alone. Exit code 1 where the trail was broken',
    )
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .argument('<folder>', 'a folder that is empty or not there yet', (text: string) => path.resolve(text))
    .action((tenantId: string, folder: string) =>
      run(async (installation) => {
        await recordOperatorAccess(installation, {
          tenantId,
          action: 'export.audit',
          subject: { type: 'tenant', id: tenantId },
          test: false,
        });
        const upTo = await sign(installation, tenantId);
        if (upTo) await awaitProjected(installation, upTo);
        const bar = progressBar('{phase} {bar} {percentage}% | {value}/{total} rows');
        try {
          const result = await exportTrail(installation, {
            tenantId,
            folder,
            upTo,
            onProgress: (phase, done, total) => bar.show(done, total, { phase }),
          });
          if (!result.verified.intact) process.exitCode = 1;
          return result;
        } catch (error) {
          if (error instanceof FolderNotEmptyError) throw new CommandFailure(error.message);
          throw error;
        } finally {
          bar.stop();
        }
      }),
    );
}

function checkpointCommand(audit: Command, run: Run): void {
  audit
    .command('checkpoint')
    .description(
      "sign a tenant's trail as it stands in the log now; keep what is printed apart from the system",
    )
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .action((tenantId: string) =>
      run(async (installation) => {
        const checkpoint = await sign(installation, tenantId);
        if (!checkpoint) throw new CommandFailure('the tenant has no audit trail');
        return { ...signedPart(checkpoint), digest: digestOfStatement(checkpoint.statement) };
      }),
    );
}

const withFingerprint = (key: PublicKey) => ({
  ...key,
  fingerprint: createHash('sha256').update(Buffer.from(key.public_key, 'base64')).digest('hex'),
});

function keyCommands(audit: Command, run: Run): void {
  audit
    .command('public-key')
    .description('public keys that checkpoints and certificates are signed with, newest first')
    .action(() => run(async ({ signer }) => (await signer.publicKeys()).map(withFingerprint)));
  audit
    .command('rotate-key')
    .description('make a new signing key; what the old ones have signed stays good')
    .action(() => run(async ({ signer }) => withFingerprint(await signer.rotate())));
}
