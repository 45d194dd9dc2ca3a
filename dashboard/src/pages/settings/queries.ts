import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi, useSession } from '../../session/use-session.tsx';

export type Tier = components['schemas']['Tier'];
export type TierName = components['schemas']['TierName'];
export type Feature = keyof components['schemas']['Features'];

/** Certificates of what was erased, the latest first. */
export function useErasures() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['erasures'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      answered(
        api.GET('/v1/admin/erasures', { signal, params: { query: { ...(cursor !== '' && { cursor }) } } }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor || null,
  });
}

export function useTier() {
  const api = useApi();
  return useQuery({
    queryKey: ['tier'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/tier', { signal })),
  });
}

/** What the tier gives stands in the account as well. */
export function useChangeTier() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tier: TierName) => answered(session.api.PUT('/v1/admin/tier', { body: { tier } })),
    onSuccess: async (changed) => {
      queries.setQueryData(['tier'], changed);
      await session.refresh();
    },
  });
}

export function useRateLimit() {
  const api = useApi();
  return useQuery({
    queryKey: ['rate-limit'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/rate-limit', { signal })),
  });
}

export function useOverrideRateLimit() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['OverrideRateLimit']) =>
      answered(api.PUT('/v1/admin/rate-limit', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['rate-limit'] }),
  });
}

export function useRetention() {
  const api = useApi();
  return useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/retention', { signal })),
  });
}

export function useChangeRetention() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['ChangeRetention']) =>
      answered(api.PUT('/v1/admin/retention', { body })),
    onSuccess: (changed) => queries.setQueryData(['retention'], changed),
  });
}

/** Each look is a row of the audit trail: asked for once, and not again by itself. */
export function useSsoDomains(isAsked: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['sso-domains'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/access-review', { signal })),
    select: (review) =>
      (review as components['schemas']['AccessReview']).data.filter(({ kind }) => kind === 'sso_binding'),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSendPasswordLink() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => answered(api.POST('/v1/auth/forgot-password', { body: { email } })),
  });
}
