import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Place } from './place.ts';

type Schemas = components['schemas'];
export type RequestEntry = Schemas['RequestEntry'];
export type UsageSummary = Schemas['UsageSummary'];
export type RouteUsage = UsageSummary['routes'][number];
export type KeyUsage = NonNullable<UsageSummary['api_keys']>[number];
export type Bucket = UsageSummary['buckets'][number];
export type Charge = Schemas['UsageDetail'];

/** All that the page loads; one press loads it anew. */
export const LOGS = ['logs'];
/** As many as the service keeps: they are filtered and turned here. */
const ALL_REQUESTS = 100;
export const PAGE_SIZE = 25;
/** The longest period that the service adds up at once. */
export const USAGE_DAYS = 30;

export function useRequests() {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, 'requests'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/requests', { signal, params: { query: { limit: ALL_REQUESTS } } })),
    select: ({ entries }) => entries,
  });
}

/** Names of the keys that are in use, by what each begins with. A revoked one has none any more. */
export function useKeyNames() {
  const api = useApi();
  return useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/keys', { signal })),
    select: (keys) => new Map(keys.map(({ key_prefix, name }) => [key_prefix, name])),
  });
}

/** While another range is on its way, the one before stays. */
export function useUsageSummary({ range, by }: Pick<Place, 'range' | 'by'>) {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, 'usage', range, by],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/usage/summary', { signal, params: { query: { range, group_by: by } } })),
  });
}

export function useUsageDays() {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, 'days'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/usage', { signal, params: { query: { days: USAGE_DAYS } } })),
  });
}

/** A page of single calls with their charge, and how many there are in all. */
export function useCharges({ from, to, offset = 0 }: Pick<Place, 'from' | 'to' | 'offset'>) {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, 'charges', from, to, offset],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const call = api.GET('/v1/admin/usage/details', {
        signal,
        params: {
          query: {
            limit: PAGE_SIZE,
            offset,
            ...(from !== undefined && { from_date: from }),
            ...(to !== undefined && { to_date: to }),
          },
        },
      });
      const charges = await answered(call);
      const { response } = await call;
      return { charges, total: Number(response.headers.get('X-Total-Count')) };
    },
  });
}
