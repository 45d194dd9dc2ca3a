import { v5 as uuidV5 } from 'uuid';

/** Derived from event and subscription, so that fanning an event out twice makes no second delivery. */
export const deliveryIdOf = (eventId: string, subscriptionId: string): string =>
  uuidV5(subscriptionId, eventId);
