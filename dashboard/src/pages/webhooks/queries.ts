import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import { STATUSES, type Status } from './codes.ts';

type Schemas = components['schemas'];
export type Endpoint = Schemas['WebhookSubscription'];
export type IssuedEndpoint = Schemas['CreatedWebhookSubscription'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryDetail = Schemas['WebhookDeliveryDetail'];
export type Attempt = Schemas['WebhookAttempt'];
export type Health = Schemas['WebhookHealth'];
export type TestResult = Schemas['WebhookTestResult'];

/** Whatever is known of webhooks: each change loads it anew. */
export const WEBHOOKS = ['webhooks'];
export const PAGE_SIZE = 25;
/** How many of an endpoint's deliveries stand on its page. */
const LATEST = 10;
const LIVE_MS = 3_000;

export function useEndpoints() {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'endpoints'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/webhooks', { signal })),
  });
}

export function useEndpoint(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'endpoint', id],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/{subscription_id}', {
          signal,
          params: { path: { subscription_id: id } },
        }),
      ),
  });
}

export type Filter = {
  status: Status | undefined;
  endpoint: string | undefined;
  from: string | undefined;
  to: string | undefined;
  page: number;
};

/** A page of deliveries; while the next one is on its way, the one before stays. */
export function useDeliveries({ status, endpoint, from, to, page }: Filter) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'deliveries', status, endpoint, from, to, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/deliveries', {
          signal,
          params: {
            query: {
              status: status === undefined ? [...STATUSES] : [status],
              page,
              per_page: PAGE_SIZE,
              ...(endpoint !== undefined && { subscription_id: endpoint }),
              ...(from !== undefined && { date_from: from }),
              ...(to !== undefined && { date_to: to }),
            },
          },
        }),
      ),
  });
}

/** The newest deliveries, asked for again and again while it is on. A page in the background does not ask. */
export function useLiveDeliveries(isOn: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'live'],
    refetchInterval: isOn ? LIVE_MS : false,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/deliveries', {
          signal,
          params: { query: { status: [...STATUSES], per_page: PAGE_SIZE } },
        }),
      ),
  });
}

/** The latest deliveries of an endpoint, newest first. */
export function useLatestOf(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'latest', id],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/{subscription_id}/deliveries', {
          signal,
          params: { path: { subscription_id: id }, query: { limit: LATEST } },
        }),
      ),
  });
}

/** How the deliveries of an endpoint went on each of the last days; while another period is on its way, this one stays. */
export function useHealth(id: string, days: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'health', id, days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/{subscription_id}/health', {
          signal,
          params: { path: { subscription_id: id }, query: { days } },
        }),
      ),
  });
}

const ATTEMPT_MS = 2_000;

/** One delivery; asked for again while an attempt is about to come. */
export function useDelivery(id: string) {
  const api = useApi();
  return useQuery<DeliveryDetail>({
    queryKey: [...WEBHOOKS, 'delivery', id],
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? ATTEMPT_MS : false),
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/deliveries/{delivery_id}', {
          signal,
          params: { path: { delivery_id: id } },
        }),
      ),
  });
}

const SOON_MS = 60_000;
const isUnderWay = ({ status, next_retry_at, resolved_at }: DeliveryDetail): boolean =>
  resolved_at === null &&
  (status === 'pending' || (next_retry_at !== null && Date.parse(next_retry_at) - Date.now() < SOON_MS));

export function useDeadLetters(offset: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...WEBHOOKS, 'dead-letters', offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/admin/webhooks/dlq', { signal, params: { query: { limit: PAGE_SIZE, offset } } }),
      ),
  });
}
