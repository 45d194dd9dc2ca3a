/**
 * Secrets that were shown in this tab, newest first, by their endpoint: enough to check signatures without pasting. They
 * are in memory alone, and gone with the page and with signing out.
 */
const shown = new Map<string, readonly string[]>();

export const keepSecret = (endpointId: string, secret: string): void =>
  void shown.set(endpointId, [secret, ...(shown.get(endpointId) ?? [])]);

export const secretsAtHand = (endpointId: string): readonly string[] => shown.get(endpointId) ?? [];

export const forgetSecrets = (endpointId: string): void => void shown.delete(endpointId);
