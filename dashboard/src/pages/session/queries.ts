import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

type Schemas = components['schemas'];
export type Session = Schemas['Session'];
export type HistoryEvent = NonNullable<Schemas['SessionHistory']['events']>[number];
export type Explanation = Schemas['SessionExplanation'];
export type PastState = Schemas['PastSessionState'];
export type Erased = Schemas['Erased'];
export type Rectification = Schemas['Rectification'];
export type NewFeedback = Schemas['GiveFeedback'];

const keyOf = (sessionId: string) => ['session', sessionId];
const pathOf = (sessionId: string) => ({ session_id: sessionId });

export function useRecord(sessionId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(sessionId), 'record'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/sessions/{session_id}', { signal, params: { path: pathOf(sessionId) } })),
  });
}

export function useHistory(sessionId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(sessionId), 'history'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/sessions/{session_id}/history', { signal, params: { path: pathOf(sessionId) } })),
    select: ({ events }): readonly HistoryEvent[] => events ?? [],
  });
}

/** The state as it was answered after a revision. It never changes, but for what a rectification destroys. */
export function usePastState(sessionId: string, revision: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(sessionId), 'past', revision],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/sessions/{session_id}/history/state', {
          signal,
          params: { path: pathOf(sessionId), query: { revision } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useExplanation(sessionId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(sessionId), 'explanation'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/sessions/{session_id}/explain', { signal, params: { path: pathOf(sessionId) } })),
  });
}

/** Names of findings by their code, as far as they have arrived. */
export function useFindingNames(codes: readonly string[]): ReadonlyMap<string, Schemas['Concept']> {
  const api = useApi();
  return useQueries({
    queries: codes.map((code) => ({
      queryKey: ['concept', code],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answered(api.GET('/v1/concepts/{code}', { signal, params: { path: { code } } })),
      staleTime: Infinity,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.code, data] as const]))),
  });
}

/** What changes the session: it and the list are loaded anew before the change counts as done. */
function useSessionChange<Input, Output>(sessionId: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(sessionId) }),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  });
}

/** `attempt` is the same for each repeat of one wish. */
type Attempt<Body> = { body: Body; attempt: string };

export function useRectify(sessionId: string) {
  const api = useApi();
  return useSessionChange(sessionId, ({ body, attempt }: Attempt<Rectification>) =>
    answered(
      api.POST('/v1/sessions/{session_id}/rectify', {
        body,
        params: { path: pathOf(sessionId), header: { 'Idempotency-Key': attempt } },
      }),
    ),
  );
}

export function useGiveFeedback(sessionId: string) {
  const api = useApi();
  return useSessionChange(sessionId, ({ body, attempt }: Attempt<NewFeedback>) =>
    answered(
      api.POST('/v1/sessions/{session_id}/feedback', {
        body,
        params: { path: pathOf(sessionId), header: { 'Idempotency-Key': attempt } },
      }),
    ),
  );
}

export function usePlaceHold(sessionId: string) {
  const api = useApi();
  return useSessionChange(sessionId, (reason: string) =>
    answered(
      api.PUT('/v1/sessions/{session_id}/hold', { body: { reason }, params: { path: pathOf(sessionId) } }),
    ),
  );
}

export function useLiftHold(sessionId: string) {
  const api = useApi();
  return useSessionChange(sessionId, () =>
    answered(api.DELETE('/v1/sessions/{session_id}/hold', { params: { path: pathOf(sessionId) } })),
  );
}

/** The page asks for nothing of the session any more before what is kept of it is dropped: see `useForget`. */
export function useErase(sessionId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () =>
      answered(api.DELETE('/v1/sessions/{session_id}', { params: { path: pathOf(sessionId) } })),
  });
}

/** Drops what this tab has kept of a session that is erased. */
export function useForget(): (sessionId: string) => void {
  const queries = useQueryClient();
  return useCallback(
    (sessionId) => {
      queries.removeQueries({ queryKey: keyOf(sessionId) });
      queries.removeQueries({ queryKey: ['sessions'] });
    },
    [queries],
  );
}

/** The record as the export answers it, in JSON or as a FHIR bundle. */
export function useExport(sessionId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (format: 'json' | 'fhir') =>
      answered(
        api.GET('/v1/sessions/{session_id}/export', {
          params: { path: pathOf(sessionId), query: { format } },
        }),
      ),
  });
}
