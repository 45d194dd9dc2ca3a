import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { patientAt, rememberPatient, type KnownPatient } from '../../app/known-patients.ts';
import type { components } from '../../../../client/client.ts';
import { answered, ApiFault } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

type Schemas = components['schemas'];
export type Profile = Schemas['PatientProfile'];
export type PatientSession = Schemas['PatientSession'];
export type Summary = Schemas['PatientSummary'];
export type ProfileChange = Schemas['PutPatient'];

const keyOf = ({ patientId, isTest }: KnownPatient) => ['patient', patientId, isTest];
/** Of one patient in one mode: both modes may have one by the same id. */
const addressOf = ({ patientId, isTest }: KnownPatient) => ({
  path: { patient_id: patientId },
  header: { 'X-Svc-Mode': isTest ? ('test' as const) : ('live' as const) },
});

export function useProfile(patient: KnownPatient) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(patient), 'profile'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/patients/{patient_id}', { signal, params: addressOf(patient) })),
  });
}

export function useSessionsOf(patient: KnownPatient) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(patient), 'sessions'],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/patients/{patient_id}/sessions', {
          signal,
          params: { ...addressOf(patient), query: { limit: 200 } },
        }),
      ),
  });
}

export function useSummary(patient: KnownPatient) {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(patient), 'summary'],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/patients/{patient_id}/summary', { signal, params: addressOf(patient) })),
  });
}

export function useDisclosures(patient: KnownPatient) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...keyOf(patient), 'disclosures'],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam: cursor }) => {
      const page = await answered(
        api.GET('/v1/patients/{patient_id}/disclosures', {
          signal,
          params: {
            ...addressOf(patient),
            query: { limit: 50, format: 'json', ...(cursor !== '' && { cursor }) },
          },
        }),
      );
      // With format=json it is never the FHIR bundle.
      return page as Schemas['DisclosurePage'];
    },
    getNextPageParam: ({ next_cursor }) => next_cursor || null,
  });
}

/** Finds the patient of a profile's id by the id that was typed; null where they do not belong together. */
/** Which patient a profile is of: from the tab's memory, or asked for where the tab was opened with the address. */
export function usePatientAt(profileId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['patient-at', profileId],
    initialData: () => patientAt(profileId) ?? undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<KnownPatient> => {
      const query = { profile_id: profileId };
      const { data } = await answered(api.GET('/v1/patients', { signal, params: { query } }));
      const [found] = data;
      if (found === undefined) throw new ApiFault('not_found', { status: 404 });
      const patient = { patientId: found.partner_patient_id, isTest: found.test };
      rememberPatient(profileId, patient);
      return patient;
    },
  });
}

function usePatientChange<Input, Output>(patient: KnownPatient, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(patient) }),
        queries.invalidateQueries({ queryKey: ['patients'] }),
      ]),
  });
}

export function useChangeProfile(patient: KnownPatient) {
  const api = useApi();
  return usePatientChange(patient, (body: ProfileChange) =>
    answered(api.PUT('/v1/patients/{patient_id}', { body, params: addressOf(patient) })),
  );
}

export function usePlaceHold(patient: KnownPatient) {
  const api = useApi();
  return usePatientChange(patient, (reason: string) =>
    answered(api.PUT('/v1/patients/{patient_id}/hold', { body: { reason }, params: addressOf(patient) })),
  );
}

export function useLiftHold(patient: KnownPatient) {
  const api = useApi();
  return usePatientChange(patient, () =>
    answered(api.DELETE('/v1/patients/{patient_id}/hold', { params: addressOf(patient) })),
  );
}

export function useErase(patient: KnownPatient) {
  const api = useApi();
  return useMutation({
    mutationFn: () => answered(api.DELETE('/v1/patients/{patient_id}', { params: addressOf(patient) })),
  });
}

/** Drops what this tab has kept of patients and sessions. */
export function useForget(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const kept of ['patient', 'patient-at', 'patients', 'session', 'sessions'])
      queries.removeQueries({ queryKey: [kept] });
  }, [queries]);
}
