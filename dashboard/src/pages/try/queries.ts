import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Call } from './calls.ts';
import { TRY, type Interview } from './interview.ts';

type Schemas = components['schemas'];
export type TriageLevel = Schemas['TriageLevel'];
export type Differential = Schemas['RecordedDifferential'];
export type RedFlag = Schemas['RecordedRedFlag'];
export type Explanation = Schemas['SessionExplanation'];

/** What was concluded at a step never changes: asked for once. */
const ONCE = { staleTime: Infinity } as const;
type Of = { interview: Interview; record: (call: Call) => void };

const pathOf = (interview: Interview) => ({ path: { session_id: interview.sessionId } });
const keyOf = (what: string, { sessionId, step }: Interview) => [TRY, sessionId, step, what] as const;

/** Differentials, level and red flags after the latest step; those of the step before stay until they come. */
export function useResults({ interview, record }: Of) {
  const api = useApi();
  const path = '/v1/sessions/{session_id}/results';
  return useQuery({
    ...ONCE,
    queryKey: keyOf('results', interview),
    queryFn: async ({ signal }) => {
      const results = await answered(api.GET(path, { params: pathOf(interview), signal }));
      record({ method: 'GET', path });
      return results;
    },
    placeholderData: (before) => before,
  });
}

/** Every event so far: what was told, what was read in it, and what was concluded. */
export function useHistory({ interview, record }: Of) {
  const api = useApi();
  const path = '/v1/sessions/{session_id}/history';
  return useQuery({
    ...ONCE,
    queryKey: keyOf('history', interview),
    queryFn: async ({ signal }) => {
      const history = await answered(api.GET(path, { params: pathOf(interview), signal }));
      record({ method: 'GET', path });
      return history.events ?? [];
    },
    placeholderData: (before) => before,
  });
}

/** The state as it was answered after a revision. */
export function useStateAt({ interview, record }: Of, revision: number) {
  const api = useApi();
  const path = '/v1/sessions/{session_id}/history/state';
  return useQuery({
    ...ONCE,
    queryKey: [TRY, interview.sessionId, 'state', revision],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(interview), query: { revision } };
      const past = await answered(api.GET(path, { params, signal }));
      record({ method: 'GET', path, query: { revision } });
      return past;
    },
  });
}

export function useExplanation({ interview, record }: Of) {
  const api = useApi();
  const path = '/v1/sessions/{session_id}/explain';
  return useQuery({
    ...ONCE,
    queryKey: keyOf('explain', interview),
    queryFn: async ({ signal }) => {
      const explanation = await answered(api.GET(path, { params: pathOf(interview), signal }));
      record({ method: 'GET', path });
      return explanation;
    },
    placeholderData: (before) => before,
  });
}

const useConceptQuery = () => {
  const api = useApi();
  return useCallback(
    (code: string) => ({
      ...ONCE,
      queryKey: ['concepts', code],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answered(api.GET('/v1/concepts/{code}', { params: { path: { code } }, signal })),
    }),
    [api],
  );
};

/** The bounds of a number that is asked for. */
export const useConcept = (code: string) => useQuery(useConceptQuery()(code));

/** Entries of the catalogue by their codes, as far as they have come. */
export function useConcepts(codes: readonly string[]): ReadonlyMap<string, Schemas['Concept']> {
  const ofCode = useConceptQuery();
  return useQueries({
    queries: [...new Set(codes)].map(ofCode),
    combine: (found) => new Map(found.flatMap(({ data }) => (data ? [[data.code, data]] : []))),
  });
}
