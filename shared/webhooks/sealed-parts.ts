import { open, openJson, seal, sealJson, type DataKey, type RandomBytes } from '../crypto/seal.ts';
import type { Endpoint } from './endpoint.ts';
import type { SignatureHeaders } from './signature.ts';

type OfSubscription = { tenantId: string; subscriptionId: string };
type OfEvent = { tenantId: string; eventId: string };
type OfDelivery = { tenantId: string; deliveryId: string };
type OfAttempt = OfDelivery & { attempt: number };

const endpointPlace = (at: OfSubscription): string => `webhook|${at.tenantId}|${at.subscriptionId}|endpoint`;
const bodyPlace = (at: OfEvent): string => `webhook|${at.tenantId}|${at.eventId}|body`;
const excerptPlace = (at: OfAttempt): string =>
  `webhook|${at.tenantId}|${at.deliveryId}|${at.attempt}|excerpt`;
const signaturesPlace = (at: OfAttempt): string =>
  `webhook|${at.tenantId}|${at.deliveryId}|${at.attempt}|signatures`;

const resolutionPlace = (at: OfDelivery): string => `webhook|${at.tenantId}|${at.deliveryId}|resolution`;

/** The endpoint of a subscription, under the tenant's key. */
export const sealEndpoint = (
  key: DataKey,
  at: OfSubscription,
  endpoint: Endpoint,
  random: RandomBytes,
): Buffer => sealJson(key, endpointPlace(at), endpoint, random);

/** Throws TamperedError. */
export const openEndpoint = (key: DataKey, at: OfSubscription, sealed: Uint8Array): Endpoint =>
  openJson(key, endpointPlace(at), sealed) as Endpoint;

/** The body, under the key of the data that it repeats, so that destroying that key destroys this copy too. */
export const sealBody = (key: DataKey, at: OfEvent, body: string | Uint8Array, random: RandomBytes): Buffer =>
  seal(key, bodyPlace(at), body, random);

/** The exact bytes of the body. Throws TamperedError. */
export const openBody = (key: DataKey, at: OfEvent, sealed: Uint8Array): Buffer =>
  open(key, bodyPlace(at), sealed);

/** The beginning of a receiver's answer, under the key of the body, since it may repeat the body. */
export const sealExcerpt = (key: DataKey, at: OfAttempt, excerpt: Uint8Array, random: RandomBytes): Buffer =>
  seal(key, excerptPlace(at), excerpt, random);

/** Throws TamperedError. */
export const openExcerpt = (key: DataKey, at: OfAttempt, sealed: Uint8Array): Buffer =>
  open(key, excerptPlace(at), sealed);

/** How a request was signed, under the key of its body: with the secret, a signature tells whether a guess of the body is right. */
export const sealSignatures = (
  key: DataKey,
  at: OfAttempt,
  signatures: SignatureHeaders,
  random: RandomBytes,
): Buffer => sealJson(key, signaturesPlace(at), signatures, random);

/** Throws TamperedError. */
export const openSignatures = (key: DataKey, at: OfAttempt, sealed: Uint8Array): SignatureHeaders =>
  openJson(key, signaturesPlace(at), sealed) as SignatureHeaders;

/** The reason that a caller gave for resolving a delivery, under the tenant's key. */
export const sealResolution = (key: DataKey, at: OfDelivery, reason: string, random: RandomBytes): Buffer =>
  seal(key, resolutionPlace(at), reason, random);

/** Throws TamperedError. */
export const openResolution = (key: DataKey, at: OfDelivery, sealed: Uint8Array): string =>
  open(key, resolutionPlace(at), sealed).toString('utf8');
