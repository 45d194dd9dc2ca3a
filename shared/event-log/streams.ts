/** Stream names: a kind and a random id, nothing personal. */
export const sessionStream = (sessionId: string): string => `session-${sessionId}`;
export const tenantStream = (tenantId: string): string => `tenant-${tenantId}`;
export const apiKeyStream = (keyId: string): string => `apikey-${keyId}`;
export const subscriptionStream = (subscriptionId: string): string => `subscription-${subscriptionId}`;
export const memberStream = (memberId: string): string => `member-${memberId}`;
/** By the random id of the profile, never by the partner's id of the patient. */
export const patientStream = (profileId: string): string => `patient-${profileId}`;
/** Looks at a tenant's data, and sign-ins of its members. */
export const accessStream = (tenantId: string): string => `access-${tenantId}`;

/** Signed checkpoints of a tenant's audit trail. */
export const auditStream = (tenantId: string): string => `audit-${tenantId}`;

/** What a tenant's pruned sessions were like. Not in the tenant's own stream, which each command about it reads. */
export const countedStream = (tenantId: string): string => `counted-${tenantId}`;

/** The id that a stream is named after. */
export const streamSubject = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
