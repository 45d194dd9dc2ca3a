import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { KnownPatient } from '../../app/known-patients.ts';
import type { components } from '../../../../client/client.ts';
import type { Api } from '../../service/api.ts';
import { answered, ApiFault } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Action } from './actions/actions.ts';
import type { Format } from './export/read.ts';
import { windowOf, type Filter } from './place.ts';
import type { Ask } from './verify/run.ts';
import type { ExportedRow } from './verify/trail.ts';

type Schemas = components['schemas'];
export type ChainRow = Schemas['AuditChainRow'];
export type Holder = Schemas['AccessHolder'];

const PAGE_SIZE = 50;

/** The rows that a filter lets through, newest first, as the trail stood at the first page. */
export function useTrail(filter: Filter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['audit', 'trail', filter],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) => {
      const { from, to } = windowOf(filter, new Date());
      const { action, actor, subject } = filter;
      return answered(
        api.GET('/v1/admin/audit-log/events', {
          signal,
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(cursor !== '' && { cursor }),
              ...(action !== undefined && { action: [action] }),
              ...(actor !== undefined && { actor_id: actor }),
              ...(subject !== undefined && { subject_id: subject }),
              ...(from !== undefined && { from }),
              ...(to !== undefined && { to }),
            },
          },
        }),
      );
    },
    getNextPageParam: ({ next_cursor }) => next_cursor || null,
  });
}

/** One row between its neighbours. */
export function useEvent(eventId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['audit', 'event', eventId],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/audit-log/events/{event_id}', {
          signal,
          params: { path: { event_id: eventId }, query: { neighbours: 3 } },
        }),
      ),
  });
}

/** Names of members and keys by their id. Where they cannot be read, rows show the ids alone. */
export function useNames(): ReadonlyMap<string, string> {
  const api = useApi();
  const team = useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/team', { signal })),
  });
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/keys', { signal })),
  });
  return new Map([
    ...(team.data ?? []).map(({ member_id, name, email }) => [member_id, name || email] as const),
    ...(keys.data ?? []).map(({ key_id, name, key_prefix }) => [key_id, name || `${key_prefix}…`] as const),
  ]);
}

/** The question of a proof, sent again once the limit of calls lets it through. */
export const askOf =
  (api: Api, signal: AbortSignal): Ask =>
  async (query) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await answered(api.GET('/v1/admin/audit-log/proof', { signal, params: { query } }));
      } catch (fault) {
        const waitS = fault instanceof ApiFault && fault.code === 'rate_limited' ? fault.retryAfterS : null;
        if (waitS === null || attempt >= MOST_ATTEMPTS) throw fault;
        await wait(waitS * 1_000, signal);
      }
    }
  };

const MOST_ATTEMPTS = 5;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

export type ExportQuery = { format: Format; from?: string; to?: string; action?: Action[] };

/** The parts of an export as they come. Throws where the answer is cut off. */
export async function* exportOf(
  api: Api,
  query: ExportQuery,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const stream = await answered(
    api.GET('/v1/admin/audit-log/export', { signal, params: { query }, parseAs: 'stream' }),
  );
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiFault('offline');
  } finally {
    reader.releaseLock();
  }
}

/** Every row of the trail, oldest first. Throws where the file ends without its trailer. */
export async function* rowsOfTrail(api: Api, signal: AbortSignal): AsyncIterable<ExportedRow> {
  let isWhole = false;
  for await (const line of linesOf(exportOf(api, { format: 'ndjson' }, signal))) {
    const read = readLine(line);
    if ('trailer' in read) isWhole = true;
    else yield read;
  }
  if (!isWhole) throw new ApiFault('unreadable');
}

function readLine(line: string): ExportedRow | { trailer: unknown } {
  try {
    return JSON.parse(line) as ExportedRow | { trailer: unknown };
  } catch {
    throw new ApiFault('unreadable');
  }
}

async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Of one patient in one mode: both modes may have one by the same id. */
const modeOf = ({ isTest }: KnownPatient) => ({
  'X-Svc-Mode': isTest ? ('test' as const) : ('live' as const),
});

/** Who got data of a patient. The id is in this tab's memory alone. */
export function useDisclosures(patient: KnownPatient) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['audit', 'disclosures', patient],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam: cursor }) => {
      const page = await answered(
        api.GET('/v1/patients/{patient_id}/disclosures', {
          signal,
          params: {
            path: { patient_id: patient.patientId },
            header: modeOf(patient),
            query: { limit: 50, format: 'json', ...(cursor !== '' && { cursor }) },
          },
        }),
      );
      // With format=json it is never the FHIR bundle.
      return page as Schemas['DisclosurePage'];
    },
    getNextPageParam: ({ next_cursor }) => next_cursor || null,
    // It would be one more look that is recorded.
    refetchOnWindowFocus: false,
  });
}

/** The profile of a patient; null where there is none in that mode. */
export function useFindProfile() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ patientId, isTest }: KnownPatient): Promise<string | null> => {
      const query = { partner_patient_id: patientId };
      const { data } = await answered(api.GET('/v1/patients', { params: { query } }));
      return data.find(({ test }) => test === isTest)?.profile_id ?? null;
    },
  });
}

/** Who may do what. Asked for by hand: each look is recorded. */
export function useAccessReview(isWanted: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['audit', 'access'],
    queryFn: async ({ signal }) =>
      // CSV comes only where it is asked for.
      (await answered(api.GET('/v1/admin/access-review', { signal }))) as Schemas['AccessReview'],
    enabled: isWanted,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** The same as CSV. */
export function useReviewCsv() {
  const api = useApi();
  return useMutation({
    mutationFn: () =>
      answered(api.GET('/v1/admin/access-review', { params: { query: { format: 'csv' } }, parseAs: 'text' })),
  });
}
