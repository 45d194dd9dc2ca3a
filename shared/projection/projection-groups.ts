import { LogUnavailableError } from '../event-log/event-log.ts';
import { backoff, sleep } from '../lifecycle/timing.ts';
import { BEGINNING, insertCheckpoint, isInLog, readCheckpoints } from './checkpoints.ts';
import { errorCode, LeaseLostError, ProjectionFailure } from './errors.ts';
import { followLog, positionOfGroup, type FollowParts } from './follow-log.ts';
import { parkedProjections } from './parked-events.ts';
import { isOftenInterrupted, type Progress } from './progress.ts';

export type GroupsParts = FollowParts & { name: string; retry: { baseMs: number; capMs: number } };

const anotherVersion = (name: string): string => `its tables are of another version: rebuild ${name}`;

function refuse(progress: Progress, problem: string, parts: GroupsParts): void {
  progress.status = 'refused';
  progress.problem = problem;
  parts.logger.fatal({ projection: progress.projection.name, problem }, 'projection refuses to run');
}

/** What failed here says nothing any more: whoever leads next tells how it is. */
function standBy(progress: Progress): void {
  progress.status = 'standby';
  progress.problem = null;
  progress.failingSince = null;
  progress.interrupted = null;
}

/** Starts a projection without a checkpoint at the beginning of the log; refuses it where its tables are not empty. */
async function begin(progress: Progress, parts: GroupsParts): Promise<void> {
  const { name, tables, writtenThrough } = progress.projection;
  for (const table of writtenThrough ? [] : tables) {
    const { rows } = await parts.pool.query<{ filled: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${table.name}) AS filled`,
    );
    if (rows[0]?.filled === true) {
      refuse(progress, `no checkpoint, but ${table.name} holds rows: rebuild ${name}`, parts);
      return;
    }
  }
  await insertCheckpoint(parts.pool, progress.projection, BEGINNING, parts.now());
  progress.checkpoint = BEGINNING;
}

/** Reads the checkpoints, and verifies each against the log. Refuses those that do not fit. */
async function prepare(all: readonly Progress[], parts: GroupsParts): Promise<void> {
  const names = all.map(({ projection }) => projection.name);
  const stored = await readCheckpoints(parts.pool, names);
  const parked = await parkedProjections(parts.pool, names);
  for (const progress of all) {
    const { name, version } = progress.projection;
    const own = stored.filter((one) => one.name === name);
    const current = own.find((one) => one.version === version);
    progress.status = parked.has(name) ? 'parked' : 'running';
    progress.problem = null;
    if (current) {
      progress.checkpoint = current.checkpoint;
      const fits = await isInLog(parts.log, current.checkpoint);
      if (!fits) refuse(progress, 'the checkpoint does not fit the log', parts);
    } else if (own.length > 0) {
      refuse(progress, anotherVersion(name), parts);
    } else {
      await begin(progress, parts);
    }
  }
}

/**
 * Reads the checkpoints of a group again, after an error whose outcome is not known. Refuses, and returns, the projections
 * that have none any more: another version of the service built their tables again, in its own form.
 */
async function reload(group: readonly Progress[], parts: GroupsParts): Promise<Progress[]> {
  const names = group.map(({ projection }) => projection.name);
  const stored = await readCheckpoints(parts.pool, names);
  return group.filter((progress) => {
    const { name, version } = progress.projection;
    const current = stored.find((one) => one.name === name && one.version === version);
    if (current) progress.checkpoint = current.checkpoint;
    else refuse(progress, anotherVersion(name), parts);
    return current === undefined;
  });
}

/**
 * Waits until a refused projection has a checkpoint of its version that fits the log: somebody has rebuilt it. False at the
 * signal.
 */
async function awaitRebuild(progress: Progress, parts: GroupsParts, signal: AbortSignal): Promise<boolean> {
  const { name, version } = progress.projection;
  const isRebuilt = async (): Promise<boolean> => {
    const stored = await readCheckpoints(parts.pool, [name]);
    const current = stored.find((one) => one.version === version);
    if (!current || !(await isInLog(parts.log, current.checkpoint))) return false;
    progress.checkpoint = current.checkpoint;
    return true;
  };
  do await sleep(REBUILD_POLL_MS, signal);
  while (!signal.aborted && !(await isRebuilt().catch(() => false)));
  if (signal.aborted) return false;
  progress.status = 'running';
  progress.problem = null;
  parts.logger.info({ projection: name }, 'projection goes on after a rebuild');
  return true;
}

/** How soon a projection goes on once it was rebuilt. */
const REBUILD_POLL_MS = 2_000;

function noteFailure(group: readonly Progress[], error: unknown, parts: GroupsParts): void {
  const first = group.some(({ failingSince }) => failingSince === null);
  for (const progress of group) progress.failingSince ??= parts.now();
  parts.metrics.resubscriptions.inc({ runner: parts.name });
  // A right may be missing that only the subscription needs: its sentence is a constant.
  const why = error instanceof LogUnavailableError ? `resubscribing: ${error.message}` : 'resubscribing';
  if (first) parts.logger.warn({ runner: parts.name, error_code: errorCode(error), err: error }, why);
}

/** The projections that share one subscription; `change` is aborted when its members change. */
type MainGroup = { members: Set<Progress>; change: AbortController };

function changeMain(main: MainGroup, change: () => void): void {
  change();
  main.change.abort();
  main.change = new AbortController();
}

/**
 * Follows the log with one projection alone, with retries, until it has caught up with the main group and joins it. One that
 * is refused waits for its rebuild first.
 */
async function catchUp(
  progress: Progress,
  main: MainGroup,
  parts: GroupsParts,
  signal: AbortSignal,
): Promise<void> {
  const delay = backoff({ ...parts.retry, random: Math.random });
  const hasCaughtUp = (waiting: number): boolean =>
    waiting === 0 && progress.checkpoint.position >= positionOfGroup([...main.members]);
  for (let attempt = 0; !signal.aborted; attempt++) {
    if (progress.status === 'refused' && !(await awaitRebuild(progress, parts, signal))) return;
    const before = progress.checkpoint.position;
    try {
      if ((await reload([progress], parts)).length > 0) continue;
      await followLog([progress], parts, { signal, isDone: hasCaughtUp });
      changeMain(main, () => main.members.add(progress));
      return;
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (!(error instanceof ProjectionFailure)) noteFailure([progress], error, parts);
      if (progress.checkpoint.position > before) attempt = 0;
      await sleep(delay(attempt), signal);
    }
  }
}

/**
 * The members that cannot stay: those that are refused, and one that was cut short again and again although the database
 * answers here. Where it is the only one, nobody waits for it.
 */
async function findLeavers(group: readonly Progress[], parts: GroupsParts): Promise<Progress[]> {
  const refused = await reload(group, parts);
  const interrupted = group.length > 1 ? group.find(isOftenInterrupted) : undefined;
  if (refused.length > 0 || interrupted === undefined) return refused;
  const code = interrupted.interrupted?.code ?? 'unknown';
  interrupted.problem = `cut short again and again (${code})`;
  const { name: projection } = interrupted.projection;
  parts.logger.error(
    { projection, error_code: code },
    'projection is cut short again and again: others go on',
  );
  return [interrupted];
}

/**
 * Follows the log with all members of the main group; a member that fails, is refused or holds up the others is removed and
 * passed to `detach`.
 */
async function runMain(
  main: MainGroup,
  parts: GroupsParts,
  detach: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const delay = backoff({ ...parts.retry, random: Math.random });
  let attempt = 0;
  while (!signal.aborted) {
    const group = [...main.members];
    const until = AbortSignal.any([signal, main.change.signal]);
    try {
      if (group.length === 0) {
        await new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }));
        continue;
      }
      const leavers = await findLeavers(group, parts);
      for (const progress of leavers) {
        main.members.delete(progress);
        detach(progress);
      }
      if (leavers.length > 0) continue;
      await followLog(group, parts, {
        signal: until,
        isDone: () => {
          attempt = 0;
          return false;
        },
      });
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      const failed = group.find(
        ({ projection }) => error instanceof ProjectionFailure && error.projection === projection.name,
      );
      if (failed) {
        main.members.delete(failed);
        detach(failed);
        continue;
      }
      noteFailure(group, error, parts);
      await sleep(delay(attempt), signal);
      attempt += 1;
    }
  }
}

/**
 * Runs projections until the signal or until the lease is lost. Those with the furthest checkpoint share one subscription
 * to the log (the main group); each of the others follows the log alone until it has caught up. One that is refused joins them
 * once it was rebuilt. At the end all stand by, and nothing is known of their failures any more. Never rejects.
 */
export async function runGroups(
  all: readonly Progress[],
  parts: GroupsParts,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const running: Promise<void>[] = [];
  const run = (work: Promise<void>): void => {
    running.push(
      work.catch((error: unknown) => {
        if (!(error instanceof LeaseLostError))
          parts.logger.error({ err: error }, 'a group of projections ended');
        over.abort();
      }),
    );
  };
  await prepareUntilDone(all, parts, until);
  const able = all.filter(({ status }) => status === 'running' || status === 'parked');
  const furthest = able.reduce(
    (max, { checkpoint }) => (checkpoint.position > max ? checkpoint.position : max),
    -1n,
  );
  const isFurthest = ({ checkpoint }: Progress): boolean => checkpoint.position === furthest;
  const main: MainGroup = { members: new Set(able.filter(isFurthest)), change: new AbortController() };
  const detach = (progress: Progress): void => run(catchUp(progress, main, parts, until));
  if (!until.aborted) {
    run(runMain(main, parts, detach, until));
    for (const progress of all) if (!main.members.has(progress)) detach(progress);
  }
  // More may be added while these run.
  for (let index = 0; index < running.length; index++) await running[index];
  for (const progress of all) standBy(progress);
}

async function prepareUntilDone(
  all: readonly Progress[],
  parts: GroupsParts,
  signal: AbortSignal,
): Promise<void> {
  const delay = backoff({ ...parts.retry, random: Math.random });
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await prepare(all, parts);
      for (const progress of all) progress.failingSince = null;
      return;
    } catch (error) {
      noteFailure(all, error, parts);
      await sleep(delay(attempt), signal);
    }
  }
}
