import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

export type ApiKey = components['schemas']['ApiKey'];
export type IssuedKey = components['schemas']['IssuedApiKey'];
export type NewKey = components['schemas']['CreateApiKey'];

const KEYS = ['api-keys'];

export function useKeys() {
  const api = useApi();
  return useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/keys', { signal })),
  });
}

/** Names of members by their id, for who made what. */
export function useMemberNames() {
  const api = useApi();
  return useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => answered(api.GET('/v1/admin/team', { signal })),
    select: (team) => new Map(team.map(({ member_id, name, email }) => [member_id, name || email])),
  });
}

/** What changes the list of keys: it is loaded anew before the change counts as done. */
function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS }),
  });
}

/** `attempt` is the same for each repeat of one wish, so that a lost answer makes no second key. */
export function useCreateKey() {
  const api = useApi();
  return useKeyChange(({ body, attempt }: { body: NewKey; attempt: string }) =>
    answered(api.POST('/v1/admin/keys', { body, params: { header: { 'Idempotency-Key': attempt } } })),
  );
}

export function useRotateKey() {
  const api = useApi();
  return useKeyChange(({ keyId, attempt }: { keyId: string; attempt: string }) =>
    answered(
      api.POST('/v1/admin/keys/{key_id}/rotate', {
        params: { path: { key_id: keyId }, header: { 'Idempotency-Key': attempt } },
      }),
    ),
  );
}

export function useRevokeKey() {
  const api = useApi();
  return useKeyChange((keyId: string) =>
    answered(api.DELETE('/v1/admin/keys/{key_id}', { params: { path: { key_id: keyId } } })),
  );
}
