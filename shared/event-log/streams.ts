/** What the service's streams are about: the closed list of the names that it gives them. */
const STREAM_KINDS = [
  'session',
  'tenant',
  'apikey',
  'subscription',
  'member',
  'patient',
  'access',
  'audit',
  'counted',
  'skipped',
] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** Stream names: a kind and a random id, nothing personal. */
const streamOf =
  (kind: (typeof STREAM_KINDS)[number]) =>
  (id: string): string =>
    `${kind}-${id}`;

export const sessionStream = streamOf('session');
export const tenantStream = streamOf('tenant');
export const apiKeyStream = streamOf('apikey');
export const subscriptionStream = streamOf('subscription');
export const memberStream = streamOf('member');
/** By the random id of the profile, never by the partner's id of the patient. */
export const patientStream = streamOf('patient');
/** Looks at a tenant's data, and sign-ins of its members. */
export const accessStream = streamOf('access');

/** Signed checkpoints of a tenant's audit trail. */
export const auditStream = streamOf('audit');

/** What a tenant's pruned sessions were like. Not in the tenant's own stream, which each command about it reads. */
export const countedStream = streamOf('counted');

/** Which events an operator had skipped: one stream for all tenants, so that a reader knows all of them by one read. */
export const SKIPPED_STREAM = streamOf('skipped')('5c1b0e52-6d0f-5f0e-9d7e-2f6f1f3c7a10');

/** How each of the service's streams begins: what the event store filters by. */
export const STREAM_PREFIXES: readonly string[] = STREAM_KINDS.map((kind) => streamOf(kind)(''));

const HEX = '[0-9a-fA-F]';
const OWN_STREAM = new RegExp(`^(?:${STREAM_KINDS.join('|')})-${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`);

/** Whether the service gives streams such a name: one of its kinds and a uuid. All else in the log is another application's. */
export const isOwnStream = (stream: string): boolean => OWN_STREAM.test(stream);

/** What a stream of the service is about. */
export const streamKind = (stream: string): StreamKind => stream.slice(0, stream.indexOf('-')) as StreamKind;

/** The id that a stream is named after. */
export const streamSubject = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
