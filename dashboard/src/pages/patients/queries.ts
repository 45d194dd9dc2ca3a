import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

export type PatientItem = components['schemas']['PatientListItem'];

const PAGE_SIZE = 25;

/** Profiles whose patient id has this part; `wanted` is in memory alone. */
export function usePatients(wanted: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['patients', wanted],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      answered(
        api.GET('/v1/patients', {
          signal,
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(cursor !== '' && { cursor }),
              ...(wanted !== '' && { q: wanted }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor || null,
    placeholderData: keepPreviousData,
  });
}
