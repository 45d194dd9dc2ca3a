import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Mode, Range } from './place.ts';

type Schemas = components['schemas'];
export type Stats = Schemas['TenantStats'];
export type BalanceStatus = Schemas['BalanceStatus'];
export type Calls = Schemas['RequestsSummary'];
export type FailedCall = Schemas['RequestEntry'];
export type Failures = Schemas['WebhookFailuresSummary'];
export type Flagged = Schemas['SessionListItem'];

/** Days that tell how fast tokens are used. */
export const RATE_DAYS = 7;
/** Sessions with red flags, and calls that failed, that are shown. */
const LATEST = 5;
/** Each look at sessions is a row of the audit trail: coming back to the page soon is not another one. */
const FLAGS_STALE_MS = 300_000;
/** What steps of the setup hang on is asked for anew whenever one comes back to the page. */
const ALWAYS = { staleTime: 0 } as const;

const modeHeader = (mode: Mode) => (mode === '' ? {} : { 'X-Svc-Mode': mode });

export function useStats(mode: Mode, isAsked = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'stats', mode],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/stats', { signal, params: { header: modeHeader(mode) } })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    ...ALWAYS,
  });
}

/** The same list as that of the page of webhooks. */
export function useEndpoints(isAsked = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['webhooks', 'endpoints'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/webhooks', { signal })),
    enabled: isAsked,
    ...ALWAYS,
  });
}

export function useBalance() {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'balance'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/balance/status', { signal })),
  });
}

export function useUsage() {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'usage'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/usage', { signal, params: { query: { days: RATE_DAYS } } })),
  });
}

export function useCalls(range: Range) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'calls', range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/requests/summary', { signal, params: { query: { range } } })),
  });
}

/** The newest calls that failed, of those that are kept. */
export function useFailedCalls() {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'failed-calls'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/admin/requests', { signal, params: { query: { limit: 100 } } })),
    select: ({ entries }) => entries.filter(({ status }) => status >= 400).slice(0, LATEST),
  });
}

export function useFailures(mode: Mode) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'failures', mode],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/failures/summary', { signal, params: { header: modeHeader(mode) } }),
      ),
  });
}

/** The newest sessions that raised red flags. */
export function useFlagged(mode: Mode) {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'flagged', mode],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/sessions', {
          signal,
          params: { query: { red_flags: 'any', limit: LATEST }, header: modeHeader(mode) },
        }),
      ),
    staleTime: FLAGS_STALE_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Names of flags by their codes, in both languages; those of the catalogue never change. */
export function useFlagNames(codes: readonly string[]) {
  const api = useApi();
  return useQueries({
    queries: codes.map((code) => ({
      queryKey: ['concept', code],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answered(api.GET('/v1/concepts/{code}', { signal, params: { path: { code } } })),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.code, data] as const]))),
  });
}
