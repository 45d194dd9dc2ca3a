/** Programs of a partner who generates a client, as text: they compile against generated code alone. */

/** The same for every generator: `calls.ts` beside it says how each makes its calls. */
const PROGRAM = `
import { history, login, open, type Failure, type SignIn } from './calls.js';
import { state } from './calls.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Level = 'emergency_ambulance' | 'emergency' | 'urgent' | 'routine' | 'self_care';

export async function firstHour(): Promise<string> {
  const opened = await open({ chief_complaint: 'headache', age: 34, sex: 'female' });
  await open({ chief_complaint: 'headache', age: null, patient_id: null, free_text: null });
  // @ts-expect-error: an age is a number
  await open({ chief_complaint: 'headache', age: '34' });
  // @ts-expect-error: there is no such sex
  await open({ chief_complaint: 'headache', sex: 'woman' });
  // @ts-expect-error: a session begins with a complaint
  await open({ age: 34 });
  if (opened === undefined) return '';

  const seen = await state(opened.session_id);
  if (seen !== undefined && 'triage_level' in seen && seen.triage_level !== null) {
    const isLevel: Same<typeof seen.triage_level, Level> = true;
    void isLevel;
  }
  const told = await history(opened.session_id);
  if (told?.events !== undefined) {
    for (const event of told.events) {
      if (event.type !== 'session-answered') continue;
      const kind: 'question' | 'additional' = event.data.kind;
      // @ts-expect-error: what was opened stands in another event
      void [kind, event.data.chief_complaint];
    }
  }
  const entered: SignIn | undefined = await login({ email: 'a@clinic.example', password: 'p' });
  return entered?.csrf_token ?? '';
}

export const isLater = ({ error }: Failure): boolean => error.code === 'rate_limited';
// @ts-expect-error: an error has no such code
export const isLost = ({ error }: Failure): boolean => error.code === 'lost';
`;

/** How the code of each generator is called, by the folder that its command writes. */
const CALLS: Record<string, string> = {
  'hey-api': `
import * as api from './hey-api/index.js';

export type Failure = api.CreateSessionErrors[429];
export const open = async (body: api.CreateSessionData['body']) =>
  (await api.createSession({ body, headers: { 'Idempotency-Key': 'k' } })).data;
export const state = async (session_id: string) => (await api.getSessionState({ path: { session_id } })).data;
export const history = async (session_id: string) => (await api.getSessionHistory({ path: { session_id } })).data;
export type SignIn = api.LoginResponses[200];
export async function login(body: api.LoginData['body']) {
  const { data } = await api.login({ body });
  return data !== undefined && 'challenge_id' in data ? undefined : data;
}
export const challengeOf = (answer: api.LoginResponses[202]): string => answer.challenge_id;
`,
  orval: `
import * as api from './orval/triage.js';

export type Failure = api.createSessionResponse429['data'];
export async function open(body: Parameters<typeof api.createSession>[0]) {
  const { status, data } = await api.createSession(body, { headers: { 'Idempotency-Key': 'k' } });
  return status === 201 ? data : undefined;
}
export async function state(sessionId: string) {
  const { status, data } = await api.getSessionState(sessionId);
  return status === 200 ? data : undefined;
}
export async function history(sessionId: string) {
  const { status, data } = await api.getSessionHistory(sessionId);
  return status === 200 ? data : undefined;
}
export type SignIn = api.loginResponse200['data'];
export async function login(body: Parameters<typeof api.login>[0]) {
  const { status, data } = await api.login(body);
  return status === 200 ? data : undefined;
}
export const challengeOf = ({ data }: api.loginResponse202): string => data.challenge_id;
`,
  'swagger-typescript-api': `
import { Api, type ApiError } from './swagger-typescript-api/triage.js';

const { v1 } = new Api({ baseUrl: 'http://127.0.0.1:8080' });
type Answer<Name extends keyof typeof v1> = Awaited<ReturnType<(typeof v1)[Name]>>;

export type Failure = ApiError;
export const isTheError = (answer: Answer<'createSession'>): Failure => answer.error;
export const open = async (body: Parameters<typeof v1.createSession>[0]) =>
  (await v1.createSession(body, { headers: { 'Idempotency-Key': 'k' } })).data;
export const state = async (sessionId: string) => (await v1.getSessionState(sessionId)).data;
export const history = async (sessionId: string) => (await v1.getSessionHistory(sessionId)).data;
export type SignIn = Answer<'login'>['data'];
export const login = async (body: Parameters<typeof v1.login>[0]) => (await v1.login(body)).data;
// @ts-expect-error: it types only the first of several successes, that of status 200; the guide says so
export const challengeOf = (answer: Answer<'login'>): string => answer.data.challenge_id;
`,
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { operations, paths } from './openapi-typescript/triage.js';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8080' });
type Body<Name extends 'createSession' | 'login'> = operations[Name]['requestBody']['content']['application/json'];
type Json<Of> = Of extends { content: { 'application/json': infer Body } } ? Body : never;

export type Failure = Json<operations['createSession']['responses'][429]>;
export const open = async (body: Body<'createSession'>) =>
  (await client.POST('/v1/sessions', { body, params: { header: { 'Idempotency-Key': 'k' } } })).data;
export const state = async (session_id: string) =>
  (await client.GET('/v1/sessions/{session_id}/state', { params: { path: { session_id } } })).data;
export const history = async (session_id: string) =>
  (await client.GET('/v1/sessions/{session_id}/history', { params: { path: { session_id } } })).data;
export type SignIn = Json<operations['login']['responses'][200]>;
export async function login(body: Body<'login'>) {
  const { data } = await client.POST('/v1/auth/login', { body });
  return data !== undefined && 'challenge_id' in data ? undefined : data;
}
export const challengeOf = (answer: Json<operations['login']['responses'][202]>): string => answer.challenge_id;
`,
};

/** The files of the program for a generator. Throws where there is none for it. */
export function programFor(generator: string): Record<string, string> {
  const calls = CALLS[generator];
  if (calls === undefined) throw new Error(`no program for ${generator}`);
  return { 'program.ts': PROGRAM, 'calls.ts': calls };
}

export const GENERATORS = Object.keys(CALLS);
