import { open, seal, type DataKey, type RandomBytes } from '../crypto/seal.ts';

/**
 * For whom a caller made a call: the partner's own end user, as the partner names them. It stands sealed under the
 * tenant's key beside the events of the call, and in their audit rows.
 */
export type OnBehalfOf = { endUser: string; key: DataKey };

/** The event beside which it stands: it opens beside no other one. */
export type OfEvent = { tenantId: string; eventId: string };

const placeOf = ({ tenantId, eventId }: OfEvent): string => `on-behalf-of|${tenantId}|${eventId}`;

export const sealEndUser = ({ endUser, key }: OnBehalfOf, at: OfEvent, random: RandomBytes): Buffer =>
  seal(key, placeOf(at), endUser, random);

/** Throws TamperedError. */
export const openEndUser = (key: DataKey, at: OfEvent, sealed: Uint8Array): string =>
  open(key, placeOf(at), sealed).toString('utf8');
