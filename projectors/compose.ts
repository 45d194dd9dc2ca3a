import { v7 as uuidV7 } from 'uuid';
import { createSigner } from '../shared/crypto/signer.ts';
import { systemRandom } from '../shared/crypto/seal.ts';
import { extractsFolder } from '../shared/data-extracts/folder.ts';
import { series, type Runnable } from '../shared/lifecycle/runnable.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { createFollowerProcess, type FollowerParts } from '../shared/projection/follower-process.ts';
import { createPool } from '../shared/postgres/pool.ts';
import type { Projection } from '../shared/projection/projection.ts';
import { createProjectionRunner } from '../shared/projection/runner.ts';
import { allProjections } from './all.ts';
import type { ProjectorsConfig } from './config.ts';
import { createAskedExtracts } from './extracts/asked-extracts.ts';
import { countSessions } from './sessions/count-sessions.ts';
import { sessionsProjection } from './sessions/projection.ts';

/** A day of a large tenant may take minutes. */
const EXTRACT_TIMEOUT_MS = 3_600_000;
const EXTRACT_CONNECTIONS = 3;

/** Every projection under one lease, and the extracts that calls have asked for under another: other processes stand by. */
export function createProjectors(parts: FollowerParts, config: ProjectorsConfig): Runnable {
  const newId = (): string => uuidV7();
  const holder = newId();
  const projections = createProjectionRunner({
    ...parts,
    name: 'projections',
    holder,
    projections: allProjections.map((one) => (one === sessionsProjection ? counted(one, parts) : one)),
  });
  const pool = createPool({
    databaseUrl: config.DATABASE_URL,
    name: 'extracts',
    maxConnections: EXTRACT_CONNECTIONS,
    statementTimeoutMs: EXTRACT_TIMEOUT_MS,
  });
  const extracts = createAskedExtracts({
    ...parts,
    pool,
    leasePool: parts.pool,
    signer: createSigner({ ...parts, newId }),
    root: extractsFolder(config),
    newId,
    random: systemRandom,
    holder,
  });
  const connections: Runnable = { start: () => Promise.resolve(), stop: () => pool.end() };
  return series(connections, projections, extracts);
}

function counted(projection: Projection, { registry }: FollowerParts): Projection {
  const count = countSessions(registry);
  return { ...projection, committed: (_position, events) => count(events) };
}

export const compose = (config: ProjectorsConfig, logger: Logger): Runnable =>
  createFollowerProcess({
    name: 'projectors',
    config,
    logger,
    make: (parts) => createProjectors(parts, config),
  });
