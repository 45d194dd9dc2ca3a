import { z } from 'zod';
import { followChain, newChain, type ChainState } from '../../shared/audit/chain.ts';
import { signPlaces, treePlace, type TreePlace } from '../../shared/audit/checkpoints.ts';
import { treeFrom } from '../../shared/audit/merkle.ts';
import { openJson, sealJson, systemRandom, TamperedError } from '../../shared/crypto/seal.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import { WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { isStranger, metadataOf, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import { auditStream } from '../../shared/event-log/streams.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 1_000;
/** No row waits longer for a checkpoint that covers it. */
export const MAX_UNCOVERED_MS = 24 * 3_600_000;
/** At most this much time and this many events have to be read again after a crash. */
const SAVE_EVERY_MS = 60_000;
const SAVE_EVERY_EVENTS = 20_000;
/** Checkpoints in one append: each has about 2 KiB, and an append takes 1 MiB. */
const PLACES_PER_APPEND = 200;
/** Stored: key of its row in ops.audit_witness, bound into the seal, and label of the reactor's metrics. */
const NAME = 'audit-witness';

/** The chains of all tenants, as far as they were followed through the log. */
type SignerState = {
  /** Events followed since it was saved. */
  unsaved: number;
  /** Everything up to here was followed; null before the first event. */
  position: bigint | null;
  /** The event at that position, by which another log is recognised. */
  at: { stream: string; revision: number; event_id: string } | null;
  chains: Map<string, ChainState>;
};

type SignerParts = ReactorParts & { signer: Signer; serviceKeys: ServiceKeys };

const newState = (): SignerState => ({ unsaved: 0, position: null, at: null, chains: new Map() });

/**
 * Signs checkpoints of every tenant's audit chain, and of the tree over it: each thousandth row, a row that has waited for a day, and on request.
 * It computes the chains from the log alone and never reads the stored rows. The checkpoints go into the log, where the
 * projection compares its rows with them, so a rewritten row is found at the next checkpoint. It observes the events that
 * the subscriptions of its process receive, and reads only the others from the log.
 */
export function createCheckpointSigner(parts: SignerParts): Reactor {
  let state: SignerState | null = null;
  let savedAtMs = 0;
  parts.log.observe((stored, previous) => {
    if (state !== null) followObserved(state, stored, previous);
  });

  return {
    name: NAME,
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const requests = await readRequests(parts);
      state ??= await load(parts);
      await follow(parts, state, signal);
      const signed = await signDue(parts, state, { requests, signal });
      // Where the run was cut short, requests may be open.
      if (!signal?.aborted) await removeRequests(parts, requests);
      const nowMs = parts.now().getTime();
      const { unsaved } = state;
      if (unsaved >= SAVE_EVERY_EVENTS || (unsaved > 0 && nowMs - savedAtMs >= SAVE_EVERY_MS)) {
        await save(parts, state);
        savedAtMs = nowMs;
      }
      return signed;
    },
  };
}

/** Follows to the end of the log, or until the signal. What was followed before an error is kept. */
async function follow(
  { log }: SignerParts,
  state: SignerState,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const stored of log.readAll(state.position)) {
    if (signal?.aborted) return;
    // It may have been observed meanwhile.
    if (state.position === null || stored.position > state.position) followOne(state, stored);
  }
}

/** Follows an observed event that is the next one. All others, and one that fails here, are read from the log later. */
function followObserved(state: SignerState, stored: StoredEvent, previous: bigint | null): void {
  const { position } = state;
  const isNext = position !== null && (previous ?? -1n) <= position && position < stored.position;
  if (!isNext) return;
  try {
    followOne(state, stored);
  } catch {
    // Nothing was changed; reading it from the log throws the same error to the caller.
  }
}

function followOne(state: SignerState, stored: StoredEvent): void {
  if (!isStranger(stored)) {
    const { tenant_id } = metadataOf(stored);
    const chain = state.chains.get(tenant_id) ?? newChain();
    followChain(chain, stored);
    state.chains.set(tenant_id, chain);
  }
  state.position = stored.position;
  state.at = { stream: stored.stream, revision: stored.revision, event_id: stored.eventId };
  state.unsaved += 1;
}

/** The places of a chain that are to be signed now, oldest first. */
function placesOf(chain: ChainState, isAsked: boolean, nowMs: number): TreePlace[] {
  const { last, uncovered_since, due, tree } = chain;
  if (last === null || uncovered_since === null || due.at(-1)?.seq === last.seq) return due;
  const isLate = nowMs - Date.parse(uncovered_since) >= MAX_UNCOVERED_MS;
  return isAsked || isLate ? [...due, treePlace(last, tree)] : due;
}

async function signDue(
  parts: SignerParts,
  state: SignerState,
  { requests, signal }: { requests: readonly Request[]; signal: AbortSignal | undefined },
): Promise<number> {
  const asked = new Set(requests.map(({ tenant_id }) => tenant_id));
  const nowMs = parts.now().getTime();
  let signed = 0;
  for (const [tenantId, chain] of state.chains) {
    if (signal?.aborted) break;
    const places = placesOf(chain, asked.has(tenantId), nowMs).slice(0, PLACES_PER_APPEND);
    if (places.length === 0) continue;
    try {
      const events = await signPlaces(parts, tenantId, { last: chain.checkpoint, places });
      for (const event of events) parts.reportFact(auditStream(tenantId), event);
      signed += events.length;
    } catch (error) {
      // An operator's command has signed meanwhile; its checkpoint is followed in the next run.
      if (!(error instanceof WrongRevisionError)) throw error;
    }
  }
  return signed;
}

type Request = { tenant_id: string; requested_at: Date };

async function readRequests({ pool }: SignerParts): Promise<Request[]> {
  const { rows } = await pool.query<Request>({
    name: 'read-checkpoint-requests',
    text: 'SELECT tenant_id, requested_at FROM ops.audit_checkpoint_requests LIMIT 1000',
  });
  return rows;
}

/** A request that was repeated meanwhile has another time and stays for the next run. */
async function removeRequests({ pool }: SignerParts, requests: readonly Request[]): Promise<void> {
  if (requests.length === 0) return;
  await pool.query(
    `DELETE FROM ops.audit_checkpoint_requests r USING unnest($1::uuid[], $2::timestamptz[]) AS d (tenant_id, requested_at)
     WHERE r.tenant_id = d.tenant_id AND r.requested_at = d.requested_at`,
    [requests.map((request) => request.tenant_id), requests.map((request) => request.requested_at)],
  );
}

const place = z.object({
  seq: z.int(),
  hash: z.string(),
  event_id: z.string(),
  position: z.string(),
});
/** Peaks one after the other, in hex. */
const savedTree = z.object({ size: z.int(), peaks: z.string() }).transform(({ size, peaks }, { issues }) => {
  const tree = treeFrom(size, Buffer.from(peaks, 'hex'));
  if (tree) return tree;
  issues.push({ code: 'custom', message: 'the peaks do not fit the size', input: peaks });
  return z.NEVER;
});
const savedState = z.object({
  position: z.string(),
  at: z.object({ stream: z.string(), revision: z.int(), event_id: z.string() }),
  chains: z.array(
    z.tuple([
      z.string(),
      z.object({
        last: place.nullable(),
        uncovered_since: z.string().nullable(),
        checkpoint: z.object({ number: z.int(), seq: z.int(), digest: z.string() }),
        due: z.array(place.extend({ root: z.string(), peaks: z.array(z.string()) })),
        tree: savedTree,
      }),
    ]),
  ),
});

async function save({ pool, serviceKeys, now }: SignerParts, state: SignerState): Promise<void> {
  const { seal } = await serviceKeys();
  // No await between reading the state and sending it: observed events change it.
  const { position, at, chains, unsaved } = state;
  if (position === null || at === null) return;
  const value = {
    position: String(position),
    at,
    chains: [...chains].map(([tenantId, chain]): z.input<typeof savedState>['chains'][number] => {
      const { size, peaks } = chain.tree;
      return [tenantId, { ...chain, tree: { size, peaks: Buffer.concat(peaks).toString('hex') } }];
    }),
  } satisfies z.input<typeof savedState>;
  await pool.query(
    `INSERT INTO ops.audit_witness (name, sealed, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [NAME, sealJson(seal, NAME, value, systemRandom), now()],
  );
  state.unsaved -= unsaved;
}

/**
 * The saved state where it is authentic and fits this log; otherwise a new one, and the log is followed from its beginning.
 * An older saved state in its place costs time only: following the log leads to the same chains.
 */
async function load({ pool, log, serviceKeys }: SignerParts): Promise<SignerState> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM ops.audit_witness WHERE name = $1',
    [NAME],
  );
  const [row] = rows;
  if (!row) return newState();
  const { seal } = await serviceKeys();
  let value: unknown;
  try {
    value = openJson(seal, NAME, row.sealed);
  } catch (error) {
    if (error instanceof TamperedError) return newState();
    throw error;
  }
  const saved = savedState.safeParse(value);
  // Saved before there was a tree.
  if (!saved.success) return newState();
  const { position, at, chains } = saved.data;
  for await (const stored of log.readStream(at.stream, at.revision)) {
    const isSame = stored.eventId === at.event_id && String(stored.position) === position;
    return isSame ? { unsaved: 0, position: BigInt(position), at, chains: new Map(chains) } : newState();
  }
  return newState();
}
