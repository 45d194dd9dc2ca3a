import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/client.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Place } from './place.ts';

export type SessionItem = components['schemas']['SessionListItem'];
/** What is searched for: in memory alone. */
export type Wanted = { in: 'chief_complaint' | 'patient_id'; text: string };

export const PAGE_SIZE = 25;

export function useSessions(
  { status, level, flags, mode, from, to, offset = 0 }: Place,
  wanted: Wanted | null,
) {
  const api = useApi();
  return useQuery({
    queryKey: ['sessions', { status, level, flags, mode, from, to, offset }, wanted],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/sessions', {
          signal,
          params: {
            query: {
              limit: PAGE_SIZE,
              offset,
              ...(status !== '' && { status }),
              ...(level !== '' && { triage_level: [level] }),
              ...(flags !== '' && { red_flags: flags }),
              ...(from !== undefined && { date_from: from }),
              ...(to !== undefined && { date_to: to }),
              ...(wanted !== null && { [wanted.in]: wanted.text }),
            },
            header: mode === '' ? {} : { 'X-Svc-Mode': mode },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
