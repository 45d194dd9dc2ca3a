/** The clinical session as one object: its events, its state, its decisions. */
export { sessionEvents, type NewSessionEvent, type SessionEvent } from './events.ts';
export { evolve, noSession, type SessionState } from './state.ts';
export { decide } from './decider.ts';
export { costOf, type SessionCommand } from './commands.ts';
