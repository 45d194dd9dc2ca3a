import type { z } from 'zod';

/**
 * Which data key seals a group of an event's fields:
 * `tenant` the tenant's key; `subject` the key of the stream's subject (a session, a profile);
 * `answer` and `outcome` keys made for this one command, so that one answer, or what was concluded from it,
 * can be destroyed without touching its neighbours.
 */
export type KeyRole = 'tenant' | 'subject' | 'answer' | 'outcome';

export type SealedGroup<S extends z.ZodObject = z.ZodObject> = { key: KeyRole; schema: S };

/**
 * An event as it is declared once. `clear` fields are stored readable; each group of `sealed` is stored
 * encrypted and appears on the decoded event under the group's name, or as null once its key is destroyed.
 */
export type EventDefinition<
  Type extends string = string,
  Clear extends z.ZodObject = z.ZodObject,
  Sealed extends Record<string, SealedGroup> = Record<string, SealedGroup>,
> = { type: Type; version: number; clear: Clear; sealed: Sealed };

export function defineEvent<
  const Type extends string,
  Clear extends z.ZodObject,
  Sealed extends Record<string, SealedGroup>,
>(definition: EventDefinition<Type, Clear, Sealed>): EventDefinition<Type, Clear, Sealed> {
  return definition;
}

/** An empty zod object infers an index signature that nothing can be joined with. */
type Plain<T> = string extends keyof T ? object : T;

/** The event as code sees it: `{ type, data }`, each sealed group being null where its key was destroyed. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Clear, infer Sealed>
    ? {
        type: Type;
        data: Plain<z.output<Clear>> & { [G in keyof Sealed]: z.output<Sealed[G]['schema']> | null };
      }
    : never;

/** The event as a decider writes it: every group present. */
export type NewEventOf<D> =
  D extends EventDefinition<infer Type, infer Clear, infer Sealed>
    ? { type: Type; data: Plain<z.output<Clear>> & { [G in keyof Sealed]: z.output<Sealed[G]['schema']> } }
    : never;

export type AnyEvent = { type: string; data: Record<string, unknown> };

/** A decoded event with its place in the stream: what a fold is given. */
export type Fact<E> = {
  event: E;
  eventId: string;
  /** 0-based place in its stream. */
  revision: number;
  /** ISO 8601 UTC, milliseconds: when the command was accepted. */
  at: string;
  /** Ids of the data keys that seal its groups. */
  keys: Partial<Record<KeyRole, string>>;
};

/** Turns the stored clear data of version n into version n + 1. Sealed groups are upcast under their name. */
export type Upcaster = {
  type: string;
  fromVersion: number;
  clear?(data: Record<string, unknown>): Record<string, unknown>;
  sealed?: Record<string, (data: Record<string, unknown>) => Record<string, unknown>>;
};
