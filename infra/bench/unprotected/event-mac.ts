import * as real from '../../../shared/event-log/event-mac.ts';

export * from '../../../shared/event-log/event-mac.ts';

/** Neither made nor checked. */
export const createEventMacs: typeof real.createEventMacs = () => real.NO_MACS;
