import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import { WEBHOOKS } from './queries.ts';

type Schemas = components['schemas'];

/** Every change is seen in several lists: all are loaded anew. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

/** `attempt` is the same for each repeat of one wish, so that a lost answer does nothing twice. */
type Once<Rest> = Rest & { attempt: string };
const once = (attempt: string) => ({ 'Idempotency-Key': attempt });

export function useCreateEndpoint() {
  const api = useApi();
  return useChange(({ body, attempt }: Once<{ body: Schemas['CreateWebhookSubscription'] }>) =>
    answered(api.POST('/v1/admin/webhooks', { body, params: { header: once(attempt) } })),
  );
}

export function useChangeEndpoint(id: string) {
  const api = useApi();
  return useChange((body: Schemas['ChangeWebhookSubscription']) =>
    answered(
      api.PATCH('/v1/admin/webhooks/{subscription_id}', {
        body,
        params: { path: { subscription_id: id } },
      }),
    ),
  );
}

/** What is on the page is not asked for again: it is of the endpoint that is gone. */
export function useRemoveEndpoint(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answered(
        api.DELETE('/v1/admin/webhooks/{subscription_id}', { params: { path: { subscription_id: id } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: WEBHOOKS, refetchType: 'none' }),
  });
}

export function useRotateSecret(id: string) {
  const api = useApi();
  return useChange((attempt: string) =>
    answered(
      api.POST('/v1/admin/webhooks/{subscription_id}/rotate', {
        params: { path: { subscription_id: id }, header: once(attempt) },
      }),
    ),
  );
}

/** A test that gets through may switch the endpoint on. */
export function useTestEndpoint(id: string) {
  const api = useApi();
  return useChange((attempt: string) =>
    answered(
      api.POST('/v1/admin/webhooks/{subscription_id}/test', {
        params: { path: { subscription_id: id }, header: once(attempt) },
      }),
    ),
  );
}

export function useReplay(deliveryId: string) {
  const api = useApi();
  return useChange((attempt: string) =>
    answered(
      api.POST('/v1/admin/webhooks/deliveries/{delivery_id}/replay', {
        params: { path: { delivery_id: deliveryId }, header: once(attempt) },
      }),
    ),
  );
}

export function useResolve(deliveryId: string) {
  const api = useApi();
  return useChange(({ reason, attempt }: Once<{ reason: string }>) =>
    answered(
      api.POST('/v1/admin/webhooks/deliveries/{delivery_id}/resolve', {
        body: { reason },
        params: { path: { delivery_id: deliveryId }, header: once(attempt) },
      }),
    ),
  );
}

export function useReplayAll() {
  const api = useApi();
  return useChange((attempt: string) =>
    answered(
      api.POST('/v1/admin/webhooks/dlq/replay-all', {
        body: { confirm: true },
        params: { header: once(attempt) },
      }),
    ),
  );
}
