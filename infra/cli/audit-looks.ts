import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { ApiError } from '../../shared/http/errors.ts';
import {
  NothingToReplayError,
  replay,
  type ReplayStep,
  type ReplaySubject,
  type Until,
} from '../audit/replay.ts';
import { whoAccessed } from '../audit/who-accessed.ts';
import { patientId, uuid, wholeNumber } from './arguments.ts';
import { CommandFailure, findConnections, withInstallation } from './connection.ts';
import { countBar } from './progress.ts';
import type { Run } from './run.ts';

type ReplayFlags = {
  session?: string;
  patient?: string;
  tenant?: string;
  until?: Until;
  pace?: number;
  open: boolean;
  ndjson: boolean;
};

/** A revision, or a time in ISO 8601. */
function until(text: string): Until {
  if (/^\d{1,9}$/.test(text)) return { revision: Number(text) };
  const timeMs = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs)) throw new InvalidArgumentError('a revision or a time in ISO 8601');
  return { timeMs };
}

function subjectOf({ session, patient, tenant, until: end }: ReplayFlags): ReplaySubject {
  if (end && 'revision' in end && session === undefined) {
    throw new CommandFailure('a revision is one of a session: give --until a time');
  }
  if (session !== undefined && patient === undefined && tenant === undefined) {
    return { kind: 'session', sessionId: session };
  }
  if (session !== undefined || tenant === undefined) {
    throw new CommandFailure('name --session, or --tenant, or --tenant and --patient');
  }
  return patient === undefined
    ? { kind: 'tenant', tenantId: tenant }
    : { kind: 'patient', tenantId: tenant, patientId: patient };
}

/** `audit replay` */
export function replayCommand(audit: Command): void {
  audit
    .command('replay')
    .description(
      'walk a session, a patient or a tenant through the log, event by event: ids, codes and field names. --open ' +
        "shows what is sealed as well, and leaves the operator's look in the audit trail first",
    )
    .option('--session <session_id>', 'id of the session', uuid)
    .option('--tenant <tenant_id>', 'id of the tenant', uuid)
    .option(
      '--patient <patient_id>',
      "the partner's id of a patient of that tenant; - reads it from stdin",
      patientId,
    )
    .option('--until <time|revision>', 'the last step that is shown', until)
    .option('--pace <steps>', 'steps a second; as fast as it goes without', wholeNumber(1, 1_000))
    .option('--open', 'open the sealed groups', false)
    .option('--ndjson', 'a JSON object a line', false)
    .action((flags: ReplayFlags) =>
      withInstallation(findConnections(process.env), async (installation) => {
        const options = { until: flags.until, open: flags.open };
        try {
          for await (const step of replay(installation, subjectOf(flags), options)) {
            console.log(flags.ndjson ? JSON.stringify(step) : lineOf(step));
            if (flags.pace !== undefined) await sleep(1_000 / flags.pace);
          }
        } catch (error) {
          if (error instanceof NothingToReplayError) throw new CommandFailure(error.message);
          if (error instanceof ApiError)
            throw new CommandFailure('the look could not be audited; nothing was opened');
          throw error;
        }
      }),
    );
}

/** A step for the terminal. */
function lineOf(step: ReplayStep): string {
  const { actor, subject, changed_fields, sealed, opened, test } = step;
  const head = [
    String(step.step).padStart(5),
    step.at,
    `${subject.type} ${subject.id} @${step.revision}`,
    step.action,
    `by ${actor.type} ${actor.id}${test ? ' (test)' : ''}`,
  ].join('  ');
  const details = {
    ...(changed_fields.length > 0 && { changed_fields }),
    ...(Object.keys(step.clear).length > 0 && { clear: step.clear }),
    ...(opened === undefined ? sealed.length > 0 && { sealed } : { opened }),
  };
  return Object.entries(details).reduce(
    (text, [name, value]) => `${text}\n       ${name} ${JSON.stringify(value)}`,
    head,
  );
}

/** `audit who-accessed` */
export function whoAccessedCommand(audit: Command, run: Run): void {
  audit
    .command('who-accessed')
    .description(
      'who looked at one patient or changed it, and when: ids and actions. What belonged to an erased session or ' +
        'profile is no longer known to be of the patient',
    )
    .argument('<tenant_id>', 'id of the tenant', uuid)
    .argument('<patient_id>', "the partner's id of the patient; - reads it from stdin", patientId)
    .action((tenantId: string, patient: string) =>
      run(async (installation) => {
        const bar = countBar('search', 0);
        try {
          const question = { tenantId, patientId: patient };
          return await whoAccessed(installation, question, (rows, total) => bar.show(rows, total));
        } finally {
          bar.stop();
        }
      }),
    );
}
