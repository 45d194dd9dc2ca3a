import { z } from 'zod';
import { followChain, newChain, type ChainState } from '../../shared/audit/chain.ts';
import { signPlaces, type ChainPlace } from '../../shared/audit/checkpoints.ts';
import { openJson, sealJson, systemRandom, TamperedError } from '../../shared/crypto/seal.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import { WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { metadataOf, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 1_000;
/** No row waits longer for a checkpoint that covers it. */
export const MAX_UNCOVERED_MS = 24 * 3_600_000;
/** What has to be read again after a crash: at most this much time and this many events. */
const SAVE_EVERY_MS = 60_000;
const SAVE_EVERY_EVENTS = 20_000;
/** So many checkpoints an append: each has about 1 KiB, and an append takes 1 MiB. */
const PLACES_PER_APPEND = 200;
const NAME = 'audit-witness';

type Witness = {
  /** Events followed since it was saved. */
  unsaved: number;
  /** Everything up to here was followed; null before the first event. */
  position: bigint | null;
  /** The event at that position, so that another log is noticed. */
  at: { stream: string; revision: number; event_id: string } | null;
  chains: Map<string, ChainState>;
};

type WitnessParts = ReactorParts & { signer: Signer; serviceKeys: ServiceKeys };

const nobody = (): Witness => ({ unsaved: 0, position: null, at: null, chains: new Map() });

/**
 * Follows every tenant's audit chain through the log by itself, without a look at the stored rows, and signs places of
 * it: each thousandth row, what has waited for a day, and where a tenant asks for it. The checkpoints go into the log,
 * and the projection compares its rows with them: whoever rewrites the rows is found out at the next one. It overhears
 * what the subscriptions of its process bring, and reads from the log what is left.
 */
export function createAuditWitness(parts: WitnessParts): Reactor {
  let witness: Witness | null = null;
  let savedAtMs = 0;
  parts.log.overhear((stored, previous) => {
    if (witness !== null) overhear(witness, stored, previous);
  });

  return {
    name: NAME,
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const requests = await readRequests(parts);
      witness ??= await load(parts);
      await follow(parts, witness);
      const signed = await signDue(parts, witness, requests);
      await removeRequests(parts, requests);
      const nowMs = parts.now().getTime();
      const { unsaved } = witness;
      if (unsaved >= SAVE_EVERY_EVENTS || (unsaved > 0 && nowMs - savedAtMs >= SAVE_EVERY_MS)) {
        await save(parts, witness);
        savedAtMs = nowMs;
      }
      return signed;
    },
  };
}

/** Follows to the end of the log. What was followed stays, wherever it breaks off. */
async function follow({ log }: WitnessParts, witness: Witness): Promise<void> {
  for await (const stored of log.readAll(witness.position)) {
    // It may have been overheard meanwhile.
    if (witness.position === null || stored.position > witness.position) followOne(witness, stored);
  }
}

/** Follows an event that is the next one; the others are read, and so is one that cannot be followed, to tell of it. */
function overhear(witness: Witness, stored: StoredEvent, previous: bigint | null): void {
  const { position } = witness;
  const isNext = position !== null && (previous ?? -1n) <= position && position < stored.position;
  if (!isNext) return;
  try {
    followOne(witness, stored);
  } catch {
    // Nothing was changed: reading it throws this again.
  }
}

function followOne(witness: Witness, stored: StoredEvent): void {
  const { tenant_id } = metadataOf(stored);
  const chain = witness.chains.get(tenant_id) ?? newChain();
  followChain(chain, stored);
  witness.chains.set(tenant_id, chain);
  witness.position = stored.position;
  witness.at = { stream: stored.stream, revision: stored.revision, event_id: stored.eventId };
  witness.unsaved += 1;
}

/** What of a chain is to be signed now, oldest first. */
function placesOf(chain: ChainState, isAsked: boolean, nowMs: number): ChainPlace[] {
  const { last, uncovered_since, due } = chain;
  if (last === null || uncovered_since === null || due.at(-1)?.seq === last.seq) return due;
  const isLate = nowMs - Date.parse(uncovered_since) >= MAX_UNCOVERED_MS;
  return isAsked || isLate ? [...due, last] : due;
}

async function signDue(parts: WitnessParts, witness: Witness, requests: readonly Request[]): Promise<number> {
  const asked = new Set(requests.map(({ tenant_id }) => tenant_id));
  const nowMs = parts.now().getTime();
  let signed = 0;
  for (const [tenantId, chain] of witness.chains) {
    const places = placesOf(chain, asked.has(tenantId), nowMs).slice(0, PLACES_PER_APPEND);
    if (places.length === 0) continue;
    try {
      const events = await signPlaces(parts, tenantId, { last: chain.checkpoint, places });
      for (const event of events) parts.tellFact(`audit-${tenantId}`, event);
      signed += events.length;
    } catch (error) {
      // An operator's command came first: it is read with what comes next.
      if (!(error instanceof WrongRevisionError)) throw error;
    }
  }
  return signed;
}

type Request = { tenant_id: string; requested_at: Date };

async function readRequests({ pool }: WitnessParts): Promise<Request[]> {
  const { rows } = await pool.query<Request>({
    name: 'read-checkpoint-requests',
    text: 'SELECT tenant_id, requested_at FROM ops.audit_checkpoint_requests LIMIT 1000',
  });
  return rows;
}

/** A request that was repeated meanwhile stays for the next run. */
async function removeRequests({ pool }: WitnessParts, requests: readonly Request[]): Promise<void> {
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
const savedWitness = z.object({
  position: z.string(),
  at: z.object({ stream: z.string(), revision: z.int(), event_id: z.string() }),
  chains: z.array(
    z.tuple([
      z.string(),
      z.object({
        last: place.nullable(),
        uncovered_since: z.string().nullable(),
        checkpoint: z.object({ number: z.int(), seq: z.int(), digest: z.string() }),
        due: z.array(place),
      }),
    ]),
  ),
});

async function save({ pool, serviceKeys, now }: WitnessParts, witness: Witness): Promise<void> {
  const { seal } = await serviceKeys();
  // From here on at one go: what is overheard moves it on.
  const { position, at, chains, unsaved } = witness;
  if (position === null || at === null) return;
  const value = { position: String(position), at, chains: [...chains] } satisfies z.output<
    typeof savedWitness
  >;
  await pool.query(
    `INSERT INTO ops.audit_witness (name, sealed, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [NAME, sealJson(seal, NAME, value, systemRandom), now()],
  );
  witness.unsaved -= unsaved;
}

/**
 * What was saved, where it is authentic and of this log; else nothing, and the log is followed from its beginning. An
 * older one than the last that was put in its place costs time and nothing else: the log makes the same of it.
 */
async function load({ pool, log, serviceKeys }: WitnessParts): Promise<Witness> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM ops.audit_witness WHERE name = $1',
    [NAME],
  );
  const [row] = rows;
  if (!row) return nobody();
  const { seal } = await serviceKeys();
  let value: unknown;
  try {
    value = openJson(seal, NAME, row.sealed);
  } catch (error) {
    if (error instanceof TamperedError) return nobody();
    throw error;
  }
  const { position, at, chains } = savedWitness.parse(value);
  for await (const stored of log.readStream(at.stream, at.revision)) {
    const isSame = stored.eventId === at.event_id && String(stored.position) === position;
    return isSame ? { unsaved: 0, position: BigInt(position), at, chains: new Map(chains) } : nobody();
  }
  return nobody();
}
