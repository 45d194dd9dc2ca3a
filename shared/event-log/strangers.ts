import { isStranger, type MacProblem, type StoredEvent } from './stored-event.ts';

/** An event that is not ours as it stands, and about which nobody has decided. */
export type Stranger = {
  event_id: string;
  position: string;
  stream: string;
  revision: number;
  problem: MacProblem;
};

export type Strangers = {
  /** The events of a read of the log without strangers. */
  leftOut(events: AsyncIterable<StoredEvent>): AsyncIterable<StoredEvent>;
  /** Which revision of a stream comes next, where strangers stand in between. */
  nextOf(stream: string, revision: number): number;
};

/** For who follows the log event by event. `onFound` is told of strangers that were not discarded. */
export function createStrangers(onFound: (stranger: Stranger) => void): Strangers {
  const places = new Map<string, Set<number>>();
  const pass = ({ stream, revision, eventId, position, standIn }: StoredEvent): void => {
    places.set(stream, (places.get(stream) ?? new Set()).add(revision));
    if (standIn?.why !== 'parked' || standIn.problem === null) return;
    const { problem } = standIn;
    onFound({ event_id: eventId, position: String(position), stream, revision, problem });
  };
  return {
    leftOut: async function* (events) {
      for await (const stored of events) {
        if (isStranger(stored)) pass(stored);
        else yield stored;
      }
    },
    nextOf: (stream, revision) => {
      let next = revision;
      while (places.get(stream)?.has(next) === true) next += 1;
      return next;
    },
  };
}
