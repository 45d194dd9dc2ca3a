/** Days that sessions are kept after they were finalized, else after their last activity, unless the tenant sets others. */
export const DEFAULT_RETENTION_DAYS = 30;

/** What a tenant may set. */
export const MIN_RETENTION_DAYS = 7;
export const MAX_RETENTION_DAYS = 3_650;
