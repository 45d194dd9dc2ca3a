import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { allProjections } from '../../projectors/all.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { NotRebuildableError } from '../../projectors/rebuild/clone-tables.ts';
import { outdatedProjections } from '../../projectors/rebuild/outdated.ts';
import { LogBehindError } from '../../projectors/rebuild/live-checkpoints.ts';
import { rebuild, RebuildRunningError } from '../../projectors/rebuild/rebuild.ts';
import { recordRebuild, saveTrail, type Evidence } from '../audit/evidence.ts';
import { BackupRefusal } from '../backup/manifest.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { CommandFailure, type Installation } from './connection.ts';
import type { Run } from './run.ts';
import { progressBar } from './progress.ts';

/** Whether a rebuild could not be made, for a reason that its message tells the operator. */
export const isRebuildRefusal = (error: unknown): error is Error =>
  [RebuildRunningError, LogBehindError, NotRebuildableError, BackupRefusal].some(
    (refusal) => error instanceof refusal,
  );

/** Where the trail is kept as it stood: a rebuild removes the trace of what was changed in it. */
function evidenceFolder({ dataDir, now }: Installation, { evidence }: { evidence?: string }): string {
  if (evidence !== undefined) return evidence;
  if (!dataDir) {
    throw new CommandFailure('name with --evidence <folder> where the stored audit trail is copied to first');
  }
  return path.join(dataDir, 'evidence', `audit-${now().toISOString().replaceAll(':', '')}`);
}

/**
 * Before the trail is written anew: keeps it as it stands, and says in each tenant's trail what is about to happen.
 * Null where these projections do not write it.
 */
export async function keepEvidence(
  installation: Installation,
  projections: readonly Projection[],
  options: { evidence?: string } = {},
): Promise<Evidence | null> {
  if (!projections.includes(auditProjection)) return null;
  const evidence = await saveTrail(installation, evidenceFolder(installation, options));
  await recordRebuild(installation);
  return evidence;
}

type RebuildCommandOptions = { all: boolean; outdated: boolean; check: boolean; evidence?: string };

const names = allProjections.map((projection) => projection.name);

async function wantedOf(
  asked: readonly string[],
  options: RebuildCommandOptions,
  { pool }: Installation,
): Promise<readonly string[]> {
  if (options.all) return names;
  if (!options.outdated) return asked;
  const { outdated, unfilled } = await outdatedProjections(pool, allProjections);
  return [...outdated, ...unfilled].map(({ name }) => name);
}

/** `rebuild <projection...> [--check]` */
export function rebuildCommand(program: Command, run: Run): void {
  program
    .command('rebuild')
    .description(
      'build read models again from the log, beside the live ones, and switch; with --check compare only ' +
        '(exit code 1 where a live table differs from the log)',
    )
    .argument('[projection...]', `some of ${names.join(', ')}`)
    .option('--all', 'every projection', false)
    .option('--outdated', 'those that an update, or going back, has left to rebuild', false)
    .option(
      '--evidence <folder>',
      'where the stored audit trail is copied to before it is built again; default a folder of its own in DATA_DIR/evidence',
      (text: string) => path.resolve(text),
    )
    .option('--check', 'compare and leave the live tables alone', false)
    .action((asked: string[], options: RebuildCommandOptions) =>
      run(async (installation) => {
        const wanted = await wantedOf(asked, options, installation);
        const unknown = wanted.filter((name) => !names.includes(name));
        if (options.outdated && wanted.length === 0) return { rebuilt: [] };
        if (wanted.length === 0) {
          throw new CommandFailure(`name a projection (${names.join(', ')}), --outdated or --all`);
        }
        if (unknown.length > 0) throw new CommandFailure(`no such projection: ${unknown.join(', ')}`);
        // Where cores are short, callers come first: nobody waits for a rebuild.
        os.setPriority(os.constants.priority.PRIORITY_LOW);
        const projections = allProjections.filter((projection) => wanted.includes(projection.name));
        const bar = progressBar('{phase} {bar} {percentage}% | {events} events | {rate} events/s');
        try {
          const evidence = options.check ? null : await keepEvidence(installation, projections, options);
          const result = await rebuild({
            ...installation,
            projections,
            check: options.check,
            onProgress: ({ phase, events, position, lastPosition, eventsPerSecond }) => {
              const payload = { phase, events, rate: Math.round(eventsPerSecond) };
              bar.show(Number(position), Number(lastPosition), payload);
            },
          });
          if (!result.isSame) process.exitCode = 1;
          const rebuilt = options.outdated ? { rebuilt: wanted } : {};
          return evidence === null ? { ...rebuilt, ...result } : { ...rebuilt, ...result, evidence };
        } catch (error) {
          throw isRebuildRefusal(error) ? new CommandFailure(error.message) : error;
        } finally {
          bar.stop();
        }
      }),
    );
}
