import type { Random } from './random.ts';

/** Each way to look for sessions and patients, on the first page and the hundredth. */
export const listQueries = (random: Random): Record<string, string> => ({
  'sessions, first page': '/v1/sessions?limit=50',
  'sessions, hundredth page': '/v1/sessions?limit=50&offset=4950',
  'sessions by status': '/v1/sessions?status=finalized&limit=50',
  'sessions by status, hundredth page': '/v1/sessions?status=finalized&limit=50&offset=4950',
  'sessions with red flags': '/v1/sessions?red_flags=any&limit=5',
  'sessions by complaint code': '/v1/sessions?chief_complaint=headache&limit=50',
  'sessions by complaint code, hundredth page': '/v1/sessions?chief_complaint=headache&limit=50&offset=4950',
  'sessions by complaint text': '/v1/sessions?chief_complaint=chest%20pain&limit=50',
  'sessions by patient': `/v1/sessions?patient_id=patient-${random.between(1, 1_000)}&limit=50`,
  'sessions by day': `/v1/sessions?date_from=2020-01-01&date_to=${new Date().toISOString().slice(0, 10)}&limit=50&offset=4950`,
  'patients, first page': '/v1/patients?limit=50',
  'patients by part of the id': `/v1/patients?q=ient-${random.between(100, 999)}&limit=50`,
  'patients by id': `/v1/patients?partner_patient_id=patient-${random.between(1, 300)}`,
});
