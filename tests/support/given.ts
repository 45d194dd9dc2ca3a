import type { ExecutionContext } from 'ava';
import { DomainError, type DomainErrorCode } from '../../domain/kernel/errors.ts';
import type { AnyEvent, Fact } from '../../domain/kernel/event-definition.ts';

/** An aggregate as its tests see it. */
export type Tested<State, Event extends AnyEvent, NewEvent, Command> = {
  initial: State;
  evolve(state: State, fact: Fact<Event>): State;
  decide(state: State, command: Command): NewEvent[];
  /** Places events in a stream: each group holds the events of one command. */
  factsOf(groups: NewEvent[][]): Fact<Event>[];
};

export type Given<State, NewEvent, Command> = {
  state: State;
  when(command: Command): {
    /** Exactly these events, in this order, to the last field. */
    then(...expected: NewEvent[]): void;
    /** For tests that look at a part of the events only. */
    thenInspect(look: (events: NewEvent[]) => void): void;
    /** Refused with this code; `fields` are the offending fields, in order. */
    thenRefused(code: DomainErrorCode, fields?: string[]): DomainError;
  };
};

/**
 * `given(t, opened(), [answered(), flagDetected()]).when(command).then(...)`: the events of one command stand in
 * one array.
 */
export const givenOf =
  <State, Event extends AnyEvent, NewEvent, Command>(tested: Tested<State, Event, NewEvent, Command>) =>
  (t: ExecutionContext, ...history: (NewEvent | NewEvent[])[]): Given<State, NewEvent, Command> => {
    const groups = history.map((entry) => (Array.isArray(entry) ? entry : [entry]));
    const state = tested
      .factsOf(groups)
      .reduce((folded, fact) => tested.evolve(folded, fact), tested.initial);
    const before = structuredClone(state);
    return {
      state,
      when: (command) => ({
        then: (...expected) => {
          t.deepEqual(tested.decide(state, command), expected);
          t.deepEqual(state, before, 'a decision leaves the state as it was');
        },
        thenInspect: (look) => look(tested.decide(state, command)),
        thenRefused: (code, fields = []) => {
          const error = t.throws(() => tested.decide(state, command), { instanceOf: DomainError });
          t.is(error.code, code);
          t.deepEqual(
            error.issues.map((issue) => issue.field),
            fields,
          );
          t.deepEqual(state, before, 'a refusal leaves the state as it was');
          return error;
        },
      }),
    };
  };

/** Facts of a stream whose events need no keys of their own: times a minute apart, one command an event. */
export const plainFacts = <Event extends AnyEvent>(groups: Event[][]): Fact<Event>[] =>
  groups.flat().map((event, revision) => ({
    event,
    eventId: `event-${revision}`,
    revision,
    at: new Date(Date.UTC(2026, 0, 5, 8, revision)).toISOString(),
    keys: { tenant: 'tenant-key' },
  }));
